import { useState } from "react";
import { afterEach, expect, test } from "vitest";
import { i18n } from "../lib/i18n/i18n.ts";
import { show } from "../test/render.tsx";
import { Button } from "../ui/button.tsx";
import { NumberField } from "./number-field.tsx";

const { locale } = i18n;
afterEach(() => i18n.activate(locale));

function Form() {
	const [value, setValue] = useState("12.50");
	return (
		<>
			<NumberField label="Price" unit="eur" value={value} onValue={setValue} placeholder="9.99" />
			<output>{value}</output>
			<Button onClick={() => setValue("30.00")}>Propose</Button>
		</>
	);
}

test("shows numbers as the reader writes them, and keeps what is typed", async () => {
	i18n.activate("de");
	const { user, getByLabelText, getByRole } = show(<Form />);
	const field = getByLabelText<HTMLInputElement>("Price");
	const value = getByRole("status");
	expect(field).toMatchObject({ type: "text", value: "12,50", placeholder: "9,99" });
	for (const [typed, plain] of [
		["1\u00a0234,56 €", "1234.56"],
		["1’234.56", "1234.56"],
		["1.234", "1234"],
		["1,234", "1,234"],
		["12 50", "12 50"],
	] as const) {
		await user.clear(field);
		await user.click(field);
		await user.paste(typed);
		expect(field.value).toBe(typed);
		expect(value.textContent).toBe(plain);
	}
	await user.click(getByRole("button", { name: "Propose" }));
	expect(field.value).toBe("30,00");
});

test("shows stored amounts without decimals that their currency doesn't have", async () => {
	function Yen() {
		const [value, setValue] = useState("500.00");
		return <NumberField label="Price" unit="jpy" value={value} onValue={setValue} />;
	}
	i18n.activate("en");
	const { user, getByLabelText } = show(<Yen />);
	const field = getByLabelText<HTMLInputElement>("Price");
	expect(field.value).toBe("500");
	await user.type(field, "0");
	expect(field.value).toBe("5000");
});
