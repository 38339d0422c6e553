//! Going on with a solution that was stopped.

use crate::store::{Described, Parameters, Store, StoreError, Writer};
use serde_json::json;
use std::borrow::Cow;
use std::path::Path;

/// Where a solution stands before a pass that looks at every play. Gone on with from there it
/// ends with the same values, to the last bit.
///
/// The cells are in the solver's own order: a stage is for the version that made it.
#[derive(Clone, PartialEq, Debug)]
pub struct Stage<'a> {
    /// Which part of the work it is in, from 0.
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

/// What files of stages say they are.
const KIND: &str = "exact-stage";

impl Stage<'_> {
    /// Writes a file of it, with what it is a stage of.
    ///
    /// # Errors
    /// It cannot be written.
    pub fn save(&self, path: &Path, game: &Parameters) -> Result<(), StoreError> {
        let mut parameters = Parameters::new();
        parameters.insert("game".into(), game.clone().into());
        let place = json!([self.number, self.passes, self.residual]);
        parameters.insert("place".into(), place);
        let planes = [("former", &self.former), ("cells", &self.cells)];
        let described = planes.map(|(name, plane)| Described::new::<f64>(name, plane.len()));
        let mut writer = Writer::create(path, KIND, parameters, &described)?;
        for (_, plane) in planes {
            writer.fill(plane)?;
        }
        writer.finish()
    }

    /// Reads a file of a stage of the same game; `None` where there is none that can be used.
    #[must_use]
    pub fn open(path: &Path, game: &Parameters) -> Option<Stage<'static>> {
        let store = Store::open(path, KIND).ok()?;
        let parameters = store.parameters();
        if parameters.get("game")?.as_object()? != game {
            return None;
        }
        let at = parameters.get("place")?;
        let plane = |name| Some(store.plane::<f64>(name).ok()?.all().ok()?.to_vec());
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
