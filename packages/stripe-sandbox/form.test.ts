import assert from "node:assert/strict";
import { test } from "node:test";
import { ApiError } from "./errors.ts";
import { parseForm } from "./form.ts";
import { Params } from "./params.ts";

test("brackets become hashes and lists", () => {
	const form = parseForm(
		"a=1&b[c][d]=2&items[0][price]=p&items[1][price]=q&expand[]=x&expand[]=y&e%5Bf%5D=g",
	);
	assert.equal(
		JSON.stringify(form),
		'{"a":"1","b":{"c":{"d":"2"}},"items":[{"price":"p"},{"price":"q"}],"expand":["x","y"],"e":{"f":"g"}}',
	);
});

test("a key named like the prototype is an ordinary key", () => {
	const form = parseForm("__proto__[admin]=yes&constructor[x]=1");
	assert.equal(({} as { admin?: string }).admin, undefined);
	assert.ok("__proto__" in form);
});

test("metadata is merged, and an empty value removes a key", () => {
	const params = new Params(parseForm("metadata[a]=&metadata[b]=2"));
	assert.deepEqual(params.metadata({ a: "1", c: "3" }), { b: "2", c: "3" });
});

test("an unread parameter is refused, also when nested", () => {
	const params = new Params(parseForm("transfer_data[destination]=x&transfer_data[nonsense]=1"));
	params.hash("transfer_data")?.text("destination");
	assert.throws(
		() => params.refuseUnknown(),
		(error) =>
			error instanceof ApiError &&
			error.body.code === "parameter_unknown" &&
			error.body.param === "transfer_data[nonsense]",
	);
});
