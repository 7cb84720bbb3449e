import { useState } from "react";
import { expect, test } from "vitest";
import { show } from "../../test/render.tsx";
import { CodeField, codeDigits } from "./code-field.tsx";

function Code() {
	const [code, setCode] = useState("");
	return <CodeField value={code} onChange={setCode} error={undefined} />;
}

test("focuses the code's field, which takes six digits from pasted text", async () => {
	const { getByLabelText, user } = show(<Code />);
	const field = getByLabelText<HTMLInputElement>("Six-digit code");
	expect(document.activeElement).toBe(field);
	await user.paste("Your code: 123 456.");
	expect(field.value).toBe("123456");
	await user.type(field, "7a");
	expect(field.value).toBe("123456");
});

test.each([
	["123456", "123456"],
	[" 123 456 ", "123456"],
	["Your code: 098-765", "098765"],
	["1234567890", "123456"],
	["12a", "12"],
	["", ""],
])("reads the digits of %j", (text, digits) => {
	expect(codeDigits(text)).toBe(digits);
});
