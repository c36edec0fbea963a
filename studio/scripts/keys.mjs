// Asks the engine for its table of keys, for the page's sliders: generated/keys.json.

import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { engine, studio } from "./engine.mjs";

mkdirSync(join(studio, "generated"), { recursive: true });
writeFileSync(join(studio, "generated", "keys.json"), (await engine()).call("keys"));
