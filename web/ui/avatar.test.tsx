import { expect, test } from "vitest";
import { initialsOf } from "./avatar.tsx";

test.each([
	["Mara Lindqvist", "ML"],
	["Mara Lindqvist Studio", "MS"],
	["mara", "M"],
	["  Ada   (Byron) ", "AB"],
	["李 小龙", "李小"],
	["👩‍🎨 Studio", "👩‍🎨S"],
	["É. Zola", "ÉZ"],
	["?", ""],
])("the initials of %j are %j", (name, initials) => {
	expect(initialsOf(name)).toBe(initials);
});
