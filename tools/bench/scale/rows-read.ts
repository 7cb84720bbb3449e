import type { PaymentIntentResponse } from "../../../worker/contract/payments/payments.ts";
import { samples, UploadClient } from "../upload-client.ts";
import { KNOWN } from "./known.ts";

/** Rows that D1 read for one call, and the number of statements. */
type Reading = { rows: number; statements: number; status: number; worst: string };
export type Readings = Map<string, Reading>;

type Count = { statement: string; rowsRead: number };

const COOKIES = {
	nobody: "",
	buyer: `buyer=${KNOWN.buyer}`,
	creator: `session=${KNOWN.session}`,
} as const;

/** Calls the routes of a served database, and runs each job once. */
export class Caller {
	readonly readings: Readings = new Map();
	private readonly origin: string;
	private readonly sandbox: string;

	constructor(origin: string, sandbox: string) {
		this.origin = origin;
		this.sandbox = sandbox;
	}

	/** Counts since the last call; waits for work that continues after the response. */
	private async counts(): Promise<Count[]> {
		const all: Count[] = [];
		for (;;) {
			const response = await fetch(`${this.origin}/bench/counts`);
			const some = (await response.json()) as Count[];
			all.push(...some);
			if (some.length === 0) return all;
			await new Promise((resolve) => setTimeout(resolve, 200));
		}
	}

	async measure(name: string, act: () => Promise<number>): Promise<void> {
		await this.counts();
		const status = await act();
		const counts = await this.counts();
		const worst = counts.toSorted((a, b) => b.rowsRead - a.rowsRead)[0];
		this.readings.set(name, {
			rows: counts.reduce((sum, { rowsRead }) => sum + rowsRead, 0),
			statements: counts.length,
			status,
			worst: worst ? `${worst.rowsRead}: ${worst.statement.replace(/\s+/g, " ")}` : "",
		});
	}

	private send(
		who: keyof typeof COOKIES,
		path: string,
		body?: object,
		cookie: string = COOKIES[who],
	): Promise<Response> {
		return fetch(`${this.origin}${path}`, {
			method: body ? "POST" : "GET",
			redirect: "manual",
			headers: {
				"sec-fetch-site": "same-origin",
				...(cookie && { cookie }),
				...(body && { "content-type": "application/json" }),
			},
			...(body && { body: JSON.stringify(body) }),
		});
	}

	private call(name: string, who: keyof typeof COOKIES, path: string, body?: object) {
		return this.measure(name, async () => {
			const response = await this.send(who, path, body);
			// The rest of a download needs objects that don't exist here.
			await response.body?.cancel();
			return response.status;
		});
	}

	async callRoutes(): Promise<void> {
		await this.call("share page, anonymous", "nobody", `/api/file-shares/${KNOWN.own}`);
		await this.call(
			"share page of 2,000 files, its buyer",
			"buyer",
			`/api/file-shares/${KNOWN.large}`,
		);
		await this.call(
			"share page with a hundredth of all sales",
			"nobody",
			`/api/file-shares/${KNOWN.hot}`,
		);
		await this.call("the same, one of its buyers", "buyer", `/api/file-shares/${KNOWN.hot}`);
		await this.call("/api/user", "creator", "/api/user");
		await this.call("dashboard: list", "creator", "/api/my-file-shares");
		await this.call("dashboard: statistics", "creator", "/api/dashboard");
		await this.call("sales of a share", "creator", `/api/file-shares/${KNOWN.own}/sales`);
		await this.call("balance", "creator", "/api/balance");
		await this.call(
			"archive of 2,000 files, start",
			"buyer",
			`/api/file-shares/${KNOWN.large}/download-all-assets`,
		);
		await this.call("creator's page", "nobody", `/api/creators/${KNOWN.handle}`);
		await this.call("purchases of a browser", "buyer", "/api/my-purchases");
		await this.call("find purchases", "nobody", "/api/purchases/find", { email: KNOWN.email });
		await this.call("data export", "creator", "/api/account/export");
		await this.buy();
		await this.upload();
	}

	private async buy(): Promise<void> {
		let cookie = "";
		let secret = "";
		await this.measure("creating a payment intent", async () => {
			const response = await this.send("nobody", "/api/create-payment-intent", {
				shareId: KNOWN.own,
			});
			cookie = response.headers.getSetCookie()[0]?.split(";")[0] ?? "";
			({ clientSecret: secret } = (await response.json()) as PaymentIntentResponse);
			return response.status;
		});
		const intent = secret.split("_secret")[0] ?? "";
		await fetch(`${this.sandbox}/v1/payment_intents/${intent}/confirm`, {
			method: "POST",
			body: new URLSearchParams({
				key: "pk_test_sandbox",
				client_secret: secret,
				payment_method: "pm_card_visa",
			}),
		});
		await this.measure("settling a payment, with its mails", async () => {
			const body = { paymentIntentId: intent, buyerEmail: "new-buyer@example.test" };
			const response = await this.send("nobody", "/api/payment-success", body, cookie);
			await response.arrayBuffer();
			return response.status;
		});
	}

	private async upload(): Promise<void> {
		const port = Number(new URL(this.origin).port);
		const client = new UploadClient(port, { cookie: COOKIES.creator });
		const files = samples(5, 20_000);
		let id = "";
		await this.measure("beginning an upload", async () => {
			({ id } = await client.begin(files));
			return 200;
		});
		const status = await client.fetchStatus(id);
		await this.measure("sending its five parts", async () => {
			await client.sendMissing(status, files);
			return 200;
		});
		await this.measure("completing it", async () => {
			await client.complete(id);
			return 200;
		});
		await this.measure("beginning one of 2,000 files", async () => {
			await client.begin(samples(2000, 20_000));
			return 200;
		});
		client.close();
	}

	async runJobs(): Promise<void> {
		const names = (await (await fetch(`${this.origin}/bench/jobs`)).json()) as string[];
		for (const name of names)
			await this.measure(`job ${name}`, async () => {
				const response = await fetch(`${this.origin}/bench/jobs/${name}`);
				await response.arrayBuffer();
				return response.status;
			});
	}
}
