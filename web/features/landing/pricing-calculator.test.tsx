import { within } from "@testing-library/react";
import { expect, test } from "vitest";
import { show } from "../../test/render.tsx";
import { PricingCalculator } from "./pricing-calculator.tsx";

async function cardsFor(price: string, responses: Record<string, unknown> = {}) {
	const { getByLabelText, getByRole, user } = show(<PricingCalculator />, { responses });
	const field = getByLabelText("If you sell for");
	await user.clear(field);
	if (price) await user.type(field, price);
	const cardOf = (name: string) => {
		const card = getByRole("heading", { name }).parentElement?.parentElement;
		if (!card) throw new Error(`No card: ${name}`);
		return within(card);
	};
	return {
		free: cardOf("Free"),
		pro: cardOf("Pro"),
		direct: cardOf("Direct payments"),
	};
}

test("breaks a price down to the cent on each plan", async () => {
	const { free, pro, direct } = await cardsFor("20");
	// 5 % and 2.9 % + 30 cents
	free.getByText("− $1.00");
	free.getByText("− $0.88");
	free.getByText("$18.12");
	// 1 % and 2.9 % + 30 cents
	pro.getByText("− $0.20");
	pro.getByText("$18.92");
	direct.getByText("none");
	expect(direct.getAllByText("$20.00")).toHaveLength(2);
});

test("offers a price below the cards' minimum by direct payment only", async () => {
	const { free, pro, direct } = await cardsFor("0.49");
	for (const card of [free, pro]) card.getByText(/^Online payments start at \$0\.50/);
	expect(direct.getAllByText("$0.49")).toHaveLength(2);
});

test("reads a grouped price in full", async () => {
	const { direct } = await cardsFor("1 000,50");
	expect(direct.getAllByText("$1,000.50")).toHaveLength(2);
});

test("refuses a price whose meaning isn't certain", async () => {
	await cardsFor("1.000");
	within(document.body).getByText("Valid price is required");
});

test.each(["", "-5"])("counts the price “%s” as nothing", async (price) => {
	const { direct } = await cardsFor(price);
	expect(direct.getAllByText("$0.00")).toHaveLength(2);
});

test("charges the creator no processing fee that the operator bears", async () => {
	const { free } = await cardsFor("20", { "/api/config": { processingFeeBorneBy: "operator" } });
	free.getByText("$19.00");
	expect(free.queryByText("− $0.88")).toBeNull();
});
