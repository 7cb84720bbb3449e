import { expect, it } from "vitest";
import { withDescriptions } from "./doc-comments.ts";

it("describes properties by the doc comments above them", () => {
	const source = `const one = z.object({
	/** what it
	 * is called */
	name: z.string(),
	/** where it is */ place,
	// not for readers
	size: z.number(),
	/** whose */
	owner: z.object({
		/** theirs */
		id: z.string(),
	}).optional(),
});`;
	const changed = withDescriptions(source);
	expect(changed).toContain('name: _$described(z.string(), "what it is called")');
	expect(changed).toContain('place: _$described(place, "where it is")');
	expect(changed).toContain("size: z.number()");
	expect(changed).toContain('id: _$described(z.string(), "theirs")');
	expect(changed).toContain("owner: _$described(z.object({");
	expect(changed).toContain('}).optional(), "whose")');
	expect(withDescriptions("const two = { size: 1 };")).toBe("const two = { size: 1 };");
});
