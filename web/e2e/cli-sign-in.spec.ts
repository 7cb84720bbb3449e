import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "@playwright/test";
import { OWN_PAGE, PASSWORD, publishShare } from "./support/accounts.ts";
import { builtCli, CliMachine } from "./support/cli.ts";
import { verifiedCreator } from "./support/mailbox.ts";
import { buyByCard } from "./support/money.ts";
import { test } from "./support/sample-data.ts";
import { receiver } from "./support/webhook-receiver.ts";

const folder = mkdtempSync(join(tmpdir(), "cli-sign-in-"));
test.afterAll(() => rmSync(folder, { recursive: true, force: true }));

test("the command line signs in in the browser, forwards a sale's webhook, and signs out", async ({
	newRequest,
	baseURL,
}) => {
	const creator = await newRequest();
	const email = await verifiedCreator(creator);
	const machine = new CliMachine(await builtCli(folder), baseURL ?? "");

	let decided: Promise<number> | null = null;
	const login = await machine.run(["login", "--json"], {
		watch: (stderr) => {
			const [, address] = /"address":"([^"]+)"/.exec(stderr) ?? [];
			if (!address) return;
			const { search, searchParams } = new URL(address);
			decided ??= creator
				.post("/api/oauth/decision", {
					headers: OWN_PAGE,
					data: {
						query: search,
						decision: "confirm",
						scopes: searchParams.get("scope")?.split(" "),
						password: PASSWORD,
					},
				})
				.then(async (response) => fetch((await response.json()).location))
				.then((response) => response.status);
		},
	});
	expect(login, login.stderr).toMatchObject({ exitCode: 0 });
	expect(await decided).toBe(200);
	expect(await machine.json(["whoami"])).toMatchObject({ user: { email } });

	const slug = await publishShare(creator, {
		title: "Tidal flats",
		price: "10.00",
	});
	const hook = await receiver();
	const buyer = await newRequest();
	let bought: Promise<unknown> | null = null;
	const listen = ["webhooks", "listen", "--forward-to", hook.url, "--events", "sale.created"];
	const listening = await machine.run(listen, {
		watch: (stderr, kill) => {
			if (!stderr.includes("Listening until")) return;
			bought ??= buyByCard(buyer, slug)
				.then(() => expect.poll(() => hook.received.length).toBe(1))
				.finally(() => kill("SIGINT"));
		},
	});
	await bought;
	const [, secret = ""] = /The signing secret:\n(\S+)/.exec(listening.stderr) ?? [];
	expect(hook.verified(secret)).toMatchObject([
		{ type: "sale.created", data: { sale: { title: "Tidal flats", price: "10.00" } } },
	]);
	await hook.close();

	expect(await machine.run(["logout"])).toMatchObject({ exitCode: 0 });
	expect(await machine.run(["whoami"])).toMatchObject({ exitCode: 3 });
	const { tokens } = await (await creator.get("/api/tokens")).json();
	expect(tokens).toEqual([]);
	machine.remove();
});
