//! Going on with a solution that was stopped.

use crate::state::Keeper;
use crate::store::Described;
use serde_json::json;
use std::borrow::Cow;

/// Where a solution stands before a pass that looks at every play. Gone on with from there it
/// ends with the same values, to the last bit.
///
/// The cells are in the solver's own order: a stage is for the version that made it.
#[derive(Clone, PartialEq, Debug)]
pub struct Stage<'a> {
    /// Which part of the work it is in; each solver has numbers of its own.
    pub number: u32,
    /// Passes made, those of former parts too.
    pub passes: u32,
    /// The most that the last passes of former parts changed a value by.
    pub residual: f64,
    /// What former parts found, all slots of a cell together.
    pub former: Cow<'a, [f64]>,
    /// The cells, all slots of one together.
    pub cells: Cow<'a, [f64]>,
}

impl Stage<'_> {
    /// Keeps it, where it is time to.
    pub fn keep(&self, keeper: &mut Keeper) {
        if self.passes == 0 || !keeper.is_due() {
            return;
        }
        let planes = [("former", &self.former), ("cells", &self.cells)];
        let described = planes.map(|(name, plane)| Described::new::<f64>(name, plane.len()));
        let place = json!([self.number, self.passes, self.residual]);
        keeper.keep(place, &described, |writer| {
            planes.iter().try_for_each(|(_, plane)| writer.fill(plane))
        });
    }

    /// The one that was kept of the same work; `None` where there is none that can be used.
    #[must_use]
    pub fn found(keeper: &Keeper) -> Option<Stage<'static>> {
        let kept = keeper.found()?;
        let at = kept.place()?;
        let plane = |name| Some(kept.plane::<f64>(name)?.all().ok()?.to_vec());
        Some(Stage {
            number: u32::try_from(at.get(0)?.as_u64()?).ok()?,
            passes: u32::try_from(at.get(1)?.as_u64()?).ok()?,
            residual: at.get(2)?.as_f64()?,
            former: plane("former")?.into(),
            cells: plane("cells")?.into(),
        })
    }
}

/// What is told each stage, and may store it.
pub type Keep<'a> = dyn FnMut(Stage<'_>) + Send + 'a;

/// Where to go on from, and what is told of the stages.
#[derive(Default)]
pub struct Stages<'a> {
    /// The stage to go on from.
    pub from: Option<Stage<'static>>,
    /// Told the stages.
    pub keep: Option<&'a mut Keep<'a>>,
}

impl Stages<'_> {
    /// The stage to go on from, once, where it is in this part of the work and has as many values.
    pub(crate) fn take(
        &mut self,
        number: u32,
        cells: usize,
        former: usize,
    ) -> Option<Stage<'static>> {
        let wanted = (number, cells, former);
        self.from
            .take_if(|stage| (stage.number, stage.cells.len(), stage.former.len()) == wanted)
    }

    pub(crate) fn tell(&mut self, stage: Stage<'_>) {
        if let Some(keep) = &mut self.keep {
            keep(stage);
        }
    }
}

/// Cells of so many slots.
pub(crate) fn cells<const K: usize>(values: &[f64]) -> Vec<[f64; K]> {
    values.as_chunks().0.to_vec()
}
