import { expect, test, vi } from "vitest";
import { show } from "../../test/render.tsx";
import { ConfirmForm } from "./confirm-form.tsx";

test("marks an invalid address at its field, and sends nothing", async () => {
	const fetch = vi.fn();
	vi.stubGlobal("fetch", fetch);
	const { getByLabelText, getByRole, findByText, user } = show(
		<ConfirmForm
			slug="slug"
			terms={{ code: null, amount: null, checkout: null, items: null }}
			files={[]}
			email={null}
			mailsReceipt
			linkBy={null}
			onSubmitted={() => undefined}
		/>,
	);
	const field = getByLabelText("Email");
	await user.type(field, "nobody@nowhere");
	await user.type(getByLabelText(/^Transaction ID/), "#D-1");
	await user.click(getByRole("button", { name: "Confirm payment" }));
	const { id } = await findByText(/Please enter a valid email/);
	expect(field.getAttribute("aria-describedby")).toContain(id);
	expect(document.activeElement).toBe(field);
	expect(fetch).not.toHaveBeenCalled();
});
