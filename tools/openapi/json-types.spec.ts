import { expect, it } from "vitest";
import { withNames } from "./json-types.ts";

it("passes the names of types to calls of json", () => {
	const source = `const rows = {
	200: json<Sale[]>(), 201: json<Sale>(),
	202: json("Sale"), 203: other<Sale>(),
};`;
	expect(withNames(source)).toBe(`const rows = {
	200: json<Sale[]>("Sale[]"), 201: json<Sale>("Sale"),
	202: json("Sale"), 203: other<Sale>(),
};`);
});
