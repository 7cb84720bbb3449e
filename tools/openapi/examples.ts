import examples from "./examples.json" with { type: "json" };

export const EXAMPLES: Readonly<Record<string, unknown>> = examples;
