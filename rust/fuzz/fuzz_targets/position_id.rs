#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| tavla_fuzz::position_id(data));
