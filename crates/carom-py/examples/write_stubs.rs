//! Writes the type stubs of the compiled module, which pyo3 describes in its own binary:
//! `cargo run -p carom-py --example write_stubs -- target/debug/lib_native.so crates/carom-py/python/carom/_native.pyi`.

use std::error::Error;
use std::path::Path;

use pyo3_introspection::{introspect_cdylib, module_stub_files};

/// How files begin that nobody should edit. The modules are those of types that the Rust code writes as text.
const HEAD: &str = "\
# Generated from the Rust code by examples/write_stubs.rs; `crates/carom-py/check` compares.

import collections.abc
import typing

import numpy
import numpy.typing

";

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let (Some(library), Some(output)) = (arguments.next(), arguments.next()) else {
        return Err("expected the compiled library, and the file for its stubs".into());
    };
    let module = introspect_cdylib(Path::new(&library), "_native")?;
    let files = module_stub_files(&module);
    let [stubs] = files.values().collect::<Vec<_>>()[..] else {
        return Err(format!("expected one stub file, not {:?}", files.keys()).into());
    };
    std::fs::write(output, format!("{HEAD}{}\n", stubs.trim_end()))?;
    Ok(())
}
