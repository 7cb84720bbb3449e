import { expect, it } from "vitest";
import { readEntry } from "./entry-query.ts";

it.each([
	["", null],
	["?code=a", null],
	["?redirect=/terms", { wanted: "/terms", rest: "" }],
	["?code=a&redirect=/terms", { wanted: "/terms", rest: "?code=a" }],
	["?redirect=//evil.example&code=a", { wanted: null, rest: "?code=a" }],
	["?redirect=%2F%5Cevil.example", { wanted: null, rest: "" }],
	["?redirect=https:%2F%2Fevil.example", { wanted: null, rest: "" }],
	["?redirect=javascript:alert(1)", { wanted: null, rest: "" }],
	["?redirect=%2F%09%2Fevil.example", { wanted: null, rest: "" }],
	["?redirect=%2Fx%2F..%2F..%2F%2Fevil.example", { wanted: null, rest: "" }],
	["?redirect=%2Fauth%3Ftab%3Dsign-up", { wanted: "/auth?tab=sign-up", rest: "" }],
	["?redirect=", { wanted: null, rest: "" }],
	["?share=0rgadCY8niNFmzs3UjqlUA", { wanted: "/share/0rgadCY8niNFmzs3UjqlUA", rest: "" }],
	["?share=short", { wanted: "/share/short", rest: "" }],
	["?share=../../evil", { wanted: "/share/..%2F..%2Fevil", rest: "" }],
	["?share=//evil.example", { wanted: "/share/%2F%2Fevil.example", rest: "" }],
	["?share=%3Cscript%3E", { wanted: "/share/%3Cscript%3E", rest: "" }],
	["?share=..", { wanted: null, rest: "" }],
	["?share=&redirect=/terms", { wanted: "/terms", rest: "" }],
])("reads %j", (search, entry) => {
	expect(readEntry(search)).toEqual(entry);
});
