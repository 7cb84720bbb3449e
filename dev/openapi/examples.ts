/** Example responses by the name of their schema. */
export const EXAMPLES: Readonly<Record<string, unknown>> = {};
