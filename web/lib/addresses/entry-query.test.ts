import { expect, it } from "vitest";
import { readEntry } from "./entry-query.ts";

it.each([
	["", null],
	["?code=a", null],
	["?redirect=/terms", { wanted: "/terms", rest: "" }],
	["?code=a&redirect=/terms", { wanted: "/terms", rest: "?code=a" }],
	["?redirect=//evil.example&code=a", { wanted: null, rest: "?code=a" }],
	["?share=0rgadCY8niNFmzs3UjqlUA", { wanted: "/share/0rgadCY8niNFmzs3UjqlUA", rest: "" }],
	["?share=short", { wanted: "/share/short", rest: "" }],
	["?share=../../evil", { wanted: "/share/..%2F..%2Fevil", rest: "" }],
	["?share=//evil.example", { wanted: "/share/%2F%2Fevil.example", rest: "" }],
	["?share=..", { wanted: null, rest: "" }],
	["?share=&redirect=/terms", { wanted: "/terms", rest: "" }],
])("reads %j", (search, entry) => {
	expect(readEntry(search)).toEqual(entry);
});
