import { useState } from "react";
import { expect, test } from "vitest";
import { type DraftDetails, EMPTY_DRAFT } from "../../../worker/catalogue/drafts/contract.ts";
import { SessionProvider } from "../../lib/session/session.tsx";
import { show } from "../../test/render.tsx";
import { SinglesFields } from "./singles-fields.tsx";

const ERRORS = { "singles.filePrice": "This must be at least 0.50." };

function Form({ details, drafts }: { details?: Partial<DraftDetails>; drafts: DraftDetails[] }) {
	const [values, setValues] = useState({ ...EMPTY_DRAFT, price: "49.00", ...details });
	drafts.push(values);
	return (
		<SinglesFields
			values={values}
			errors={ERRORS}
			onChange={(change) => setValues({ ...values, ...change })}
			sellable={{ files: 12, pictures: 12 }}
		/>
	);
}

function showForm(drafts: DraftDetails[] = [], details: Partial<DraftDetails> = {}) {
	// biome-ignore lint/suspicious/noDocumentCookie: as the server sets it
	document.cookie = "signed_in=1";
	return show(
		<SessionProvider>
			<Form details={details} drafts={drafts} />
		</SessionProvider>,
		{ responses: { "/api/user": { id: "ada", email: "ada@example.test", currency: "usd" } } },
	);
}

const TICK = "Sell single files too";

test("proposes prices, and says what buyers would pay", async () => {
	const drafts: DraftDetails[] = [];
	const { user, getByLabelText, getByRole } = showForm(drafts);
	await user.click(getByLabelText(TICK));
	await user.click(getByRole("button", { name: "Add a package" }));
	await user.click(getByLabelText("Web size"));
	expect(drafts.at(-1)?.singles).toEqual({
		filePrice: "5.00",
		packages: [{ files: 5, price: "23.00" }],
		included: 0,
		web: { edge: 2048, filePrice: "3.00", price: "25.00" },
	});
	expect(getByRole("status").textContent).toBe(
		"One file costs $5.00, ten cost $46.00, all 12 cost $49.00. In web size, one costs $3.00 and all 12 cost $25.00. ",
	);
	await user.click(getByRole("button", { name: "Add a package" }));
	expect(drafts.at(-1)?.singles?.packages).toContainEqual({ files: 10, price: "42.00" });
	await user.click(getByRole("button", { name: "Remove package 2" }));
	await user.type(getByLabelText("Files included free"), "5");
	expect(getByRole("status").textContent).toMatch(/^One file costs \$5\.00, ten cost \$46\.00/);
	await user.click(getByRole("button", { name: "Remove package 1" }));
	await user.click(getByLabelText("Web size"));
	await user.click(getByLabelText(TICK));
	expect(drafts.at(-1)?.singles).toBeNull();
});

test("warns when all files cost less than the whole, and names the least amount", async () => {
	const { user, getByLabelText, getByText, queryByText } = showForm();
	await user.click(getByLabelText(TICK));
	const field = getByLabelText("Price per file ($)");
	expect(queryByText(/cost less than/)).toBeNull();
	await user.clear(field);
	await user.type(field, "0.40");
	getByText("Online payments start at $0.50.");
	getByText(/cost less than the whole share/);
});

test.each([
	["buyers choose the price", { pricing: "chosen" }],
	["one payment opens the link", { saleMode: "link" }],
	["sales are limited", { maxSales: "3" }],
] as const)("offers nothing where %s", (_, details) => {
	expect(showForm([], details).queryByLabelText(TICK)).toBeNull();
});
