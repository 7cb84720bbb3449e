import { useState } from "react";
import { expect, test } from "vitest";
import { show } from "../test/render.tsx";
import { HandleField } from "./handle-field.tsx";

function Field() {
	const [value, setValue] = useState("");
	return <HandleField label="Handle" value={value} onChange={setValue} />;
}

test("explains a handle typed without its $, and takes the one of a pasted link", async () => {
	const { getByLabelText, getByText, queryByText, user } = show(<Field />);
	const field = getByLabelText<HTMLInputElement>("Handle");
	await user.type(field, "creator1");
	getByText("Cash App handle must start with $");
	field.select();
	await user.paste("https://cash.app/$creator1");
	expect(field.value).toBe("$creator1");
	expect(queryByText("Cash App handle must start with $")).toBeNull();
});
