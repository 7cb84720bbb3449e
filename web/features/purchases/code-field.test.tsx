import { useState } from "react";
import { expect, test } from "vitest";
import { show } from "../../test/render.tsx";
import { CodeField } from "./code-field.tsx";

function Code() {
	const [code, setCode] = useState("");
	return <CodeField value={code} onChange={setCode} error={undefined} />;
}

test("the field of the code has the focus, and takes the six digits out of what is pasted", async () => {
	const { getByLabelText, user } = show(<Code />);
	const field = getByLabelText<HTMLInputElement>("Six-digit code");
	expect(document.activeElement).toBe(field);
	await user.paste("Your code: 123 456.");
	expect(field.value).toBe("123456");
	await user.type(field, "7a");
	expect(field.value).toBe("123456");
});
