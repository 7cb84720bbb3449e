import { expect, test, vi } from "vitest";
import { NOTHING_SET_UP } from "../test/payment-status.ts";
import { show } from "../test/render.tsx";
import { Toaster } from "../ui/toaster.tsx";
import { DirectLinkForm } from "./direct-link-form.tsx";

const STATUS = { ...NOTHING_SET_UP, currency: "eur" as const };

test("saves a link, explains a refused one, and removes it for an empty field", async () => {
	const sentence = "Links to this site can't be used here";
	const responses = [
		{ code: "request.invalid", message: sentence, fields: { directLink: sentence } },
		{ ...STATUS, directLink: "https://paypal.me/ada" },
		STATUS,
	];
	const sent: unknown[] = [];
	vi.stubGlobal("fetch", async (input: RequestInfo | URL, init?: RequestInit) => {
		sent.push(await new Request(input, init).json());
		return Response.json(responses.shift(), { status: sent.length === 1 ? 400 : 200 });
	});
	const form = (directLink: string | null) => (
		<>
			<DirectLinkForm status={{ ...STATUS, directLink }} />
			<Toaster label="Notifications" />
		</>
	);
	const { getByLabelText, getByRole, findByText, findAllByText, user, unmount, container } = show(
		form(null),
	);
	const button = getByRole<HTMLButtonElement>("button", { name: "Save link" });
	expect(button.disabled).toBe(true);
	expect(container.textContent).toContain("paypal.me, revolut.me, or wise.com");
	const field = getByLabelText("Payment link");
	await user.type(field, "https://elsewhere.example/ada");
	await user.click(button);
	await findAllByText(/Links to this site/);
	await user.clear(field);
	await user.type(field, "https://paypal.me/ada");
	await user.click(button);
	await findByText("Payment link saved");
	unmount();
	const again = show(form("https://paypal.me/ada"));
	await again.user.clear(again.getByLabelText("Payment link"));
	await again.user.click(again.getByRole("button", { name: "Save link" }));
	await again.findByText("Payment link removed");
	expect(sent).toEqual([
		{ directLink: "https://elsewhere.example/ada" },
		{ directLink: "https://paypal.me/ada" },
		{ directLink: null },
	]);
});

test("says that a site doesn't take the creator's currency", () => {
	const [paypal, revolut] = ["https://paypal.me/ada", "https://revolut.me/ada"].map((directLink) =>
		show(<DirectLinkForm status={{ ...STATUS, currency: "kwd", directLink }} />),
	);
	expect(paypal?.container.textContent).toContain("Nobody can pay Kuwaiti dinars at this site");
	expect(revolut?.container.textContent).not.toContain("Nobody can pay");
	expect(revolut?.container.textContent).toContain("your page at revolut.me or wise.com");
});

test("offers the link for other currencies next to Cash App for US dollars", () => {
	const status = { ...NOTHING_SET_UP, cashAppHandle: "$ada" };
	const { container } = show(<DirectLinkForm status={status} />);
	expect(container.textContent).toContain("in currencies other than US dollars");
});
