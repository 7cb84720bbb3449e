import { expect, test, vi } from "vitest";
import type { Currency } from "../../../worker/contract/money.ts";
import { SessionProvider } from "../../lib/session/session.tsx";
import { show } from "../../test/render.tsx";
import { ChangeForm } from "./change-form.tsx";
import type { Typed } from "./preview.ts";

function showForm(currency: Currency, kind: Typed["kind"], value: string) {
	// biome-ignore lint/suspicious/noDocumentCookie: as the server sets it
	document.cookie = "signed_in=1";
	const typed: Typed = {
		kind,
		direction: "raise",
		values: { percent: "", amount: "", to: "", [kind]: value },
		rounding: "none",
	};
	return show(
		<SessionProvider>
			<ChangeForm typed={typed} onChange={vi.fn()} />
		</SessionProvider>,
		{ responses: { "/api/user": { id: "ada", currency } } },
	);
}

test("prices can end on .49 or .99 only where the currency has decimals", () => {
	const inEuros = showForm("eur", "amount", "1.50");
	inEuros.getByLabelText("Round to");
	expect(inEuros.getByLabelText<HTMLInputElement>("Amount (€)").inputMode).toBe("decimal");
	expect(inEuros.queryByText("Enter a number above 0")).toBeNull();
	inEuros.unmount();
	const inYen = showForm("jpy", "amount", "1.50");
	expect(inYen.queryByLabelText("Round to")).toBeNull();
	expect(inYen.getByLabelText<HTMLInputElement>("Amount (¥)").inputMode).toBe("numeric");
	inYen.getByText("Enter a whole amount: this currency has no decimals");
});

test("what is no amount above 0 is refused", () => {
	showForm("jpy", "to", "0").getByText("Enter a number above 0");
});

test("a percentage has decimals in any currency", () => {
	const screen = showForm("jpy", "percent", "12.5");
	expect(screen.getByLabelText<HTMLInputElement>("Percent").inputMode).toBe("decimal");
	expect(screen.queryByText("Enter a number above 0")).toBeNull();
});
