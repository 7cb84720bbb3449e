import { expect, test, vi } from "vitest";
import { CHALLENGE_HEADER } from "../../../worker/contract/config.ts";
import { shareOf } from "../../../worker/test/fixtures/share-page.ts";
import { loadTurnstile, type Turnstile } from "../../lib/forms/turnstile.ts";
import { show } from "../../test/render.tsx";
import { PaymentPage } from "./payment-page.tsx";

vi.mock("../../lib/forms/turnstile.ts", () => ({
	documentTakesTurnstile: () => true,
	loadTurnstile: vi.fn(),
}));

/** Answers each attempt to begin with the next failure, and records requests. */
function page(...failures: { status: number; code: string; details?: object }[]) {
	const sent: Request[] = [];
	vi.stubGlobal("fetch", async (input: RequestInfo | URL, init?: RequestInit) => {
		sent.push(new Request(new URL(String(input), location.origin), init));
		const { status, ...body } = failures.shift() ?? { status: 409, code: "share.not_for_sale" };
		return Response.json({ ...body, message: body.code, requestId: "r" }, { status });
	});
	const share = shareOf([], { price: "24.00" });
	const screen = show(<PaymentPage slug="slug" />, {
		responses: {
			"/api/file-shares/slug": {
				...share,
				creator: { ...share.creator, acceptsCard: true, acceptsDirect: false },
			},
			"/api/config": { turnstileSiteKey: "0x4AAA" },
		},
	});
	return { ...screen, sent };
}

test("says that cards are paused on a page that still offers them, and tries again", async () => {
	const paused = { status: 503, code: "card_payments.paused" };
	const { findByText, getByRole, user, sent } = page(paused);
	await findByText("Online payments are paused right now");
	await findByText("Nothing was charged. Please come back a little later.");
	await user.click(getByRole("button", { name: "Try again" }));
	await vi.waitFor(() => expect(sent).toHaveLength(2));
});

test.each([
	["2026-12-16T09:00:00.000Z", /will confirm by .*2026/],
	[null, /Your files open once the payment goes through/],
])(
	"a buyer whose bank still decides (by %s) is told so and can't pay twice",
	async (answerBy, said) => {
		const { findByText, getByRole, queryByRole } = page({
			status: 409,
			code: "payment.processing",
			details: { answerBy },
		});
		await findByText("Your payment is still being processed");
		const { textContent } = getByRole("alert");
		expect(textContent).toMatch(said);
		expect(textContent).toMatch(/email you the receipt/);
		expect(queryByRole("button", { name: /Pay|Try again/ })).toBeNull();
	},
);

test("repeats a check that was not enough, and says why", async () => {
	const tokens = ["first", "second"];
	vi.mocked(loadTurnstile).mockResolvedValue({
		render: (_box, { callback }) => {
			callback(tokens.shift() ?? "");
			return "widget";
		},
		reset: () => undefined,
		remove: () => undefined,
	} satisfies Turnstile);
	const asked = { status: 403, code: "challenge.failed" };
	const { findByRole, queryByRole, user, sent } = page(asked, asked);
	const onward = await findByRole("button", { name: "Continue" });
	expect(queryByRole("alert")).toBeNull();
	await vi.waitFor(() => expect(tokens).toHaveLength(1));
	await user.click(onward);
	expect((await findByRole("alert")).textContent).toContain("challenge.failed");
	await vi.waitFor(() => expect(tokens).toHaveLength(0));
	await user.click(await findByRole("button", { name: "Continue" }));
	await vi.waitFor(() => expect(sent).toHaveLength(3));
	expect(sent.map(({ headers }) => headers.get(CHALLENGE_HEADER))).toEqual([
		null,
		"first",
		"second",
	]);
});
