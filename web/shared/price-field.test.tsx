import { expect, test, vi } from "vitest";
import { show } from "../test/render.tsx";
import { PriceField } from "./price-field.tsx";

const IN_YEN = {
	currency: "jpy",
	least: "0.00",
	suggested: "500.00",
	chosen: null,
	byCard: true,
} as const;
const names = (buttons: readonly HTMLElement[]) => buttons.map(({ textContent }) => textContent);

test("asks for whole amounts in yen, and proposes round ones", async () => {
	const onChoose = vi.fn();
	const screen = show(<PriceField {...IN_YEN} onChoose={onChoose} />);
	const proposed = screen.getAllByRole("button").slice(0, 3);
	expect(names(proposed)).toEqual(["¥500", "¥1,000", "¥2,000"]);
	const field = screen.getByLabelText<HTMLInputElement>("Your price");
	expect(field.value).toBe("500");
	expect(field).toHaveProperty("inputMode", "numeric");
	expect(field.parentElement?.textContent).toBe("¥");

	await screen.user.click(screen.getByRole("button", { name: "¥1,000" }));
	expect(field.value).toBe("1000");
	await screen.user.click(screen.getByRole("button", { name: "Continue" }));
	expect(onChoose).toHaveBeenLastCalledWith("1000.00");
});

test.each([
	["500.50", "Enter an amount like 1000"],
	["99", "Online payments start at ¥100."],
])("in yen %s is refused", async (typed, error) => {
	const onChoose = vi.fn();
	const screen = show(<PriceField {...IN_YEN} onChoose={onChoose} />);
	const field = screen.getByLabelText("Your price");
	await screen.user.clear(field);
	await screen.user.type(field, typed);
	await screen.user.click(screen.getByRole("button", { name: "Continue" }));
	screen.getByText(error);
	expect(onChoose).not.toHaveBeenCalled();
});

test("names the creator's minimum in euros", async () => {
	const onChoose = vi.fn();
	const screen = show(
		<PriceField {...IN_YEN} currency="eur" least="3.00" suggested="3.00" onChoose={onChoose} />,
	);
	expect(names(screen.getAllByRole("button").slice(0, 3))).toEqual(["€3", "€5", "€10"]);
	const field = screen.getByLabelText("Your price");
	await screen.user.clear(field);
	await screen.user.type(field, "2.99");
	await screen.user.click(screen.getByRole("button", { name: "Continue" }));
	screen.getByText("The creator asks for at least €3.00.");
	expect(onChoose).not.toHaveBeenCalled();
});
