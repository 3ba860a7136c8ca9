// `npm test` tries the same generated cases every time, so that no change fails by luck. `LECTERN_HOSTILE_SECONDS` tries
// new ones.
import fc from "fast-check";

if (!process.env["LECTERN_HOSTILE_SECONDS"]) fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: 1 });
