import { cleanup, waitFor } from "@testing-library/react";
import { SWRConfig } from "swr";
import { afterEach, expect, test, vi } from "vitest";
import { ERRORS } from "../../../../worker/contract/errors.ts";
import { CURRENCY_CODES } from "../../../../worker/contract/money.ts";
import type { PaymentStatus } from "../../../../worker/payments/payouts/contract.ts";
import { usePaymentStatus } from "../../../lib/server/queries/payment-status.ts";
import { useMetrics } from "../../../lib/server/queries/shares.ts";
import { SessionProvider, useSession } from "../../../lib/session/session.tsx";
import { NOTHING_SET_UP } from "../../../test/payment-status.ts";
import { show } from "../../../test/render.tsx";
import { Toaster } from "../../../ui/toaster.tsx";
import { CurrencyChoice } from "./currency-choice.tsx";

const FIELD = "Your prices are in";
const STATUS: PaymentStatus = {
	...NOTHING_SET_UP,
	hasPaymentSetup: true,
	proposedCurrency: "eur",
};

function server(
	status: Partial<PaymentStatus>,
	prices: readonly string[] = [],
	change: { status: number; body: object } = { status: 500, body: {} },
) {
	const calls: string[] = [];
	const bodies: unknown[] = [];
	let current = { ...STATUS, ...status };
	vi.stubGlobal("fetch", async (input: RequestInfo | URL, init?: RequestInit) => {
		const request = new Request(input, init);
		const { pathname } = new URL(request.url);
		calls.push(pathname);
		switch (pathname) {
			case "/api/setup-currency":
				bodies.push(await request.json());
				if (change.status === 200) current = { ...current, ...change.body };
				return Response.json(change.status === 200 ? current : change.body, {
					status: change.status,
				});
			case "/api/user":
				return Response.json({ id: "ada", currency: current.currency });
			case "/api/payment-status":
				return Response.json(current);
			case "/api/dashboard":
				return Response.json({ currency: current.currency });
			default:
				return Response.json(prices.map((price, n) => ({ shareId: `share-${n}`, price })));
		}
	});
	return { calls, bodies };
}

function Shown() {
	const { data } = usePaymentStatus();
	const { user } = useSession();
	const metrics = useMetrics();
	return (
		<>
			{data && <CurrencyChoice status={data} />}
			<output aria-label="others">
				{user?.currency} {metrics.data?.currency}
			</output>
			<Toaster label="Messages (F8)" />
		</>
	);
}

async function showChoice() {
	// biome-ignore lint/suspicious/noDocumentCookie: as the server sets it
	document.cookie = "signed_in=1";
	// Refetches go to the app's own cache.
	const { cache, mutate } = SWRConfig.defaultValue;
	const inApp = { cache, mutate, revalidateOnMount: true };
	const screen = show(
		<SWRConfig value={inApp}>
			<SessionProvider>
				<Shown />
			</SessionProvider>
		</SWRConfig>,
	);
	await screen.findByText("Currency");
	return screen;
}

afterEach(async () => {
	cleanup();
	// Clears data without mounted hooks; also forgets which requests are recent.
	await SWRConfig.defaultValue.mutate(() => true, undefined);
	vi.unstubAllGlobals();
});

test("lists every currency by its name, the proposed one first", async () => {
	server({});
	const { getByLabelText } = await showChoice();
	const select = getByLabelText<HTMLSelectElement>(FIELD);
	expect(select.value).toBe("usd");
	const names = [...select.options].map(({ text }) => text);
	expect(names.slice(0, 4)).toEqual([
		"Euro",
		"Australian Dollar",
		"Bahraini Dinar",
		"Brazilian Real",
	]);
	expect(names).toHaveLength(CURRENCY_CODES.length);
});

test("changes the currency after a warning, and refetches everything that shows money", async () => {
	const { bodies } = server({}, ["0.00", "12.50"], { status: 200, body: { currency: "jpy" } });
	const screen = await showChoice();
	await waitFor(() => expect(screen.getByLabelText("others").textContent).toBe("usd usd"));
	await screen.user.selectOptions(screen.getByLabelText(FIELD), "Japanese Yen");
	await screen.findByText("Numbers stay the same: $12.50 becomes ¥13.");
	expect(bodies).toEqual([]);
	await screen.user.click(screen.getByRole("button", { name: "Change" }));
	await screen.findByText("Currency changed");
	expect(bodies).toEqual([{ currency: "jpy" }]);
	await waitFor(() => expect(screen.getByLabelText("others").textContent).toBe("jpy jpy"));
	expect(screen.getByLabelText<HTMLSelectElement>(FIELD).value).toBe("jpy");
	expect(screen.queryByRole("button", { name: "Change" })).toBeNull();
});

test("takes the choice of a currency back", async () => {
	const { bodies } = server({}, ["12.50"]);
	const screen = await showChoice();
	const select = screen.getByLabelText<HTMLSelectElement>(FIELD);
	await screen.user.selectOptions(select, "Euro");
	await screen.findByText("Numbers stay the same: $12.50 becomes €12.50.");
	await screen.user.click(screen.getByRole("button", { name: "Cancel" }));
	expect(select.value).toBe("usd");
	expect(screen.queryByText(/Numbers stay/)).toBeNull();
	expect(bodies).toEqual([]);
});

test("warns of nothing if no share has a price", async () => {
	const { bodies } = server({}, ["0.00"], { status: 200, body: { currency: "eur" } });
	const screen = await showChoice();
	await screen.user.selectOptions(screen.getByLabelText(FIELD), "Euro");
	const change = screen.getByRole<HTMLButtonElement>("button", { name: "Change" });
	await waitFor(() => expect(change.disabled).toBe(false));
	expect(screen.queryByText(/Numbers stay/)).toBeNull();
	await screen.user.click(change);
	await waitFor(() => expect(bodies).toEqual([{ currency: "eur" }]));
});

test("shows why a change was refused, and the current choice", async () => {
	const busy = { code: "internal.error", message: ERRORS["internal.error"][1] };
	const { calls } = server({}, ["12.50"], { status: 500, body: busy });
	const screen = await showChoice();
	await screen.user.selectOptions(screen.getByLabelText(FIELD), "Euro");
	await screen.findByText(/Numbers stay/);
	const before = calls.filter((path) => path === "/api/payment-status").length;
	await screen.user.click(screen.getByRole("button", { name: "Change" }));
	await screen.findByText("The currency wasn’t changed");
	screen.getByText(ERRORS["internal.error"][1]);
	await waitFor(() =>
		expect(calls.filter((path) => path === "/api/payment-status").length).toBe(before + 1),
	);
});

test("says that a change is for new shares once something is sold", async () => {
	const { bodies, calls } = server({ currency: "eur", sharesKeepCurrency: true });
	const screen = await showChoice();
	screen.getByText(/^Applies to new shares/);
	await screen.user.selectOptions(screen.getByLabelText(FIELD), "Swiss Franc");
	screen.getByText(/^Existing shares and discount codes stay in euros/);
	expect(screen.queryByText(/figures of your prices/)).toBeNull();
	await screen.user.click(screen.getByRole("button", { name: "Change" }));
	await waitFor(() => expect(bodies).toEqual([{ currency: "chf" }]));
	expect(calls.some((path) => path.startsWith("/api/my-file-shares"))).toBe(false);
});
