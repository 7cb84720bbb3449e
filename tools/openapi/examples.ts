import examples from "./examples.json" with { type: "json" };

/** Example responses by the name of their schema; a test compares them. */
export const EXAMPLES: Readonly<Record<string, unknown>> = examples;
