import { afterEach, describe, expect, it, vi } from "vitest";
import { call, makeCreator, testCtx } from "../../test/fixtures/test-app.ts";
import { PUBLIC_ADDRESS, standInInternet, storeEndpoint } from "../../test/fixtures/webhooks.ts";
import { send } from "./send.ts";
import { isPublicAddress, targetOf } from "./target.ts";

afterEach(() => {
	vi.restoreAllMocks();
});

const config = { APP_ORIGIN: "https://tillbox.com", WEBHOOK_LOCALHOST: false };

/** 127.0.0.1 in all notations that address parsers accept. */
const LOOPBACK = [
	"127.0.0.1",
	"127.1",
	"127.0.1",
	"2130706433",
	"0x7f000001",
	"0x7F.0.0.1",
	"0177.0.0.1",
	"017700000001",
	"0x7f.1",
	"127.0x0.0.1",
	"0177.0.1",
	"127.0.0.0x1",
	"00177.0.0.1",
	"127.000.000.001",
	"127.0.0.1.",
	"127.1.",
	"2130706433.",
	"0x7f000001.",
	"127.255.255.254",
	"1２7.0.0.1",
	"１２７.０.０.１",
	"①②⑦.⓪.⓪.①",
	"127。0。0。1",
	"127．0．0．1",
	"127｡0｡0｡1",
	"0",
	"0.0.0.0",
	"0x0",
	"00",
	"0.0",
	"0.",
	"%31%32%37.0.0.1",
	"127%2e0%2e0%2e1",
];
const PRIVATE_4 = [
	"10.0.0.1",
	"10.255.255.255",
	"167772161",
	"0xa.0.0.1",
	"012.0.0.1",
	"10.1",
	"172.16.0.1",
	"172.31.255.255",
	"0xac100001",
	"2886729729",
	"172.16.1",
	"192.168.0.1",
	"192.168.1.254",
	"3232235521",
	"0xc0a80001",
	"0300.0250.0.1",
	"192.168.1",
	"169.254.169.254",
	"2852039166",
	"0xa9fea9fe",
	"0251.0376.0251.0376",
	"169.254.43518",
	"169.254.0.1",
	"100.64.0.1",
	"100.127.255.254",
	"1681915905",
	"0x64.0x40.0.1",
	"192.0.0.1",
	"192.0.0.170",
	"192.0.2.1",
	"198.51.100.7",
	"203.0.113.9",
	"198.18.0.1",
	"198.19.255.255",
	"192.88.99.1",
	"224.0.0.1",
	"239.255.255.250",
	"240.0.0.1",
	"255.255.255.255",
	"4294967295",
	"0xffffffff",
	"037777777777",
];
const PUBLIC_4 = ["1.1.1.1", "8.8.8.8", "93.184.215.14", "16843009", "0x08080808"];
const IPV6 = [
	"::1",
	"0:0:0:0:0:0:0:1",
	"0000::0001",
	"::",
	"0::0",
	"::ffff:127.0.0.1",
	"::ffff:7f00:1",
	"::ffff:10.0.0.1",
	"::ffff:a9fe:a9fe",
	"::ffff:169.254.169.254",
	"::FFFF:192.168.0.1",
	"::ffff:0:127.0.0.1",
	"::127.0.0.1",
	"::10.0.0.1",
	"::7f00:1",
	"::a9fe:a9fe",
	"64:ff9b::127.0.0.1",
	"64:ff9b::a00:1",
	"64:ff9b::169.254.169.254",
	"64:ff9b::8.8.8.8",
	"64:ff9b:1::10.0.0.1",
	"64:ff9b:1:ffff::a9fe:a9fe",
	"2002:7f00:1::",
	"2002:a00:1::1",
	"2002:a9fe:a9fe::1",
	"2002:c0a8:1::1",
	"2002:0808:0808::1",
	"2001::1",
	"2001:0:4136:e378::",
	"2001:0:7f00:1:8000:63bf:3fff:fdd2",
	"2001:10::1",
	"2001:20::1",
	"2001:2::1",
	"2001:db8::1",
	"3fff::1",
	"3fff:fff::1",
	"fe80::1",
	"febf::1",
	"fec0::1",
	"fc00::1",
	"fd00::1",
	"fdff:ffff::1",
	"fd00:ec2::254",
	"ff00::1",
	"ff02::1",
	"ff05::1:3",
	"ff0e::1",
	"100::1",
	"100:0:0:1::1",
	"5f00::1",
	"4000::1",
	"8000::1",
	"e000::1",
	"::2",
	"1::1",
	"2606:4700::5efe:127.0.0.1",
	"2606:4700::5efe:a00:1",
	"2606:4700::200:5efe:10.0.0.1",
];
const NAMES = [
	"localhost",
	"LOCALHOST",
	"LocalHost",
	"localhost.",
	"foo.localhost",
	"a.b.localhost",

	"ⓛⓞⓒⓐⓛⓗⓞⓢⓣ",
	"ｌｏｃａｌｈｏｓｔ",
	"local\u00adhost",
	"localhost.localdomain",
	"printer.local",
	"printer.LOCAL",
	"printer.local.",
	"metadata.google.internal",
	"foo.internal",
	"db.intranet",
	"router.lan",
	"nas.home",
	"nas.home.arpa",
	"mail.corp",
	"vault.private",
	"hidden.onion",
	"something.alt",
	"1.0.0.127.in-addr.arpa",
	"hooks.test",
	"hooks.example",
	"hooks.invalid",

	"intranet",
	"metadata",
	"a",
	"hooks",
	"-bad.example.com",
	"bad-.example.com",
	"a..example.com",
	".example.com",
	"example.com.",
	"hooks.example.com..",
	"hooks.example.com%00.evil.com",
	"127.0.0.1.",
	"hooks.127",
	"example.1",
	"example.0x1",
	"[::1%25eth0]",
	"[fe80::1%eth0]",
	"[::1]",
	"[v1.fe80]",
	"[1.2.3.4]",
	"tillbox.com",
	"www.tillbox.com",
	"TILLBOX.com",
];
const SHAPES = [
	"http://hooks.example.com/",
	"HTTP://hooks.example.com",
	"ftp://hooks.example.com/",
	"file:///etc/passwd",
	"gopher://hooks.example.com/",
	"data:text/plain,hello",
	"javascript:1",
	"ws://hooks.example.com",
	"wss://hooks.example.com",
	"blob:https://hooks.example.com/1",
	"//hooks.example.com",
	"hooks.example.com",
	"https:",
	"https://",
	"https:///",
	"",
	" ",

	"https://user@hooks.example.com/",
	"https://user:pass@hooks.example.com/",
	"https://:@127.0.0.1/",
	"https://hooks.example.com@127.0.0.1/",
	"https://127.0.0.1#@hooks.example.com/",
	"https://127.0.0.1?@hooks.example.com/",
	"https://127.0.0.1\\@hooks.example.com/",

	"https://hooks.example.com:22/",
	"https://hooks.example.com:80/",
	"https://hooks.example.com:0/",
	"https://hooks.example.com:25/",
	"https://hooks.example.com:6379/",
	"https://a.com:65536/",
	"https://hooks.example.com:8080/",
	"https://hooks.example.com:44３/x\u0000",

	"https://hooks.example.com/a b",
	"https://hooks.example.com/\r\nHost: x",
	"https://hooks.exa\tmple.com/",
	`https://hooks.example.com/${"a".repeat(2000)}`,
	"https://hooks .example.com/",
];

const literals = [...LOOPBACK, ...PRIVATE_4, ...PUBLIC_4].map((host) => `https://${host}/`);
const bracketed = IPV6.map((host) => `https://[${host}]/`);
const refused = [...literals, ...bracketed, ...NAMES.map((host) => `https://${host}/`), ...SHAPES];

describe("the address of an endpoint", () => {
	// G100
	it.each(refused)("refuses the address %j before a look-up", (text) => {
		expect(targetOf(config, text)).toHaveProperty("fault");
	});

	it.each([
		"https://hooks.example.com/in?key=1",
		"https://example.com",
		"https://hooks.example.com:8443/",
		"https://münchen.de/hook",
		"https://my_hook.example.co.uk/",
		"https://1.example.com/",
	])("accepts the address %s", (text) => {
		expect(targetOf(config, text)).toBeInstanceOf(URL);
	});

	it("accepts the machine itself if a variable allows it, and no other private address", () => {
		const local = { ...config, WEBHOOK_LOCALHOST: true };
		for (const host of ["localhost:3000", "127.0.0.1:3000", "[::1]:3000"])
			expect(targetOf(local, `http://${host}/hook`)).toBeInstanceOf(URL);
		for (const host of ["10.0.0.1", "127.0.0.2", "169.254.169.254", "foo.localhost", "[::2]"])
			expect(targetOf(local, `http://${host}/hook`)).toHaveProperty("fault");
	});
});

/** Addresses in the form in which a resolver returns them. */
const plain4 = [...LOOPBACK, ...PRIVATE_4].filter((text) => /^\d+\.\d+\.\d+\.\d+$/.test(text));
const forbidden = [...plain4, ...IPV6, "not an address", "", "::1%eth0", "0x7f.1", "2130706433"];

describe("an address that a name has", () => {
	it.each(forbidden)("treats %j as private", (text) => {
		expect(isPublicAddress(text)).toBe(false);
	});

	it.each([
		"1.1.1.1",
		"93.184.215.14",
		"172.32.0.1",
		"100.128.0.1",
		"192.167.1.1",
		"169.253.1.1",
		"2606:4700:4700::1111",
		"2a00:1450:4001:82f::200e",
		"2620:fe::fe",
	])("treats %s as public", (text) => {
		expect(isPublicAddress(text)).toBe(true);
	});
});

const HOST = "hooks.example.com";
const REQUEST = { url: `https://${HOST}/in`, headers: {}, body: "{}" };

describe("a name", () => {
	// G100
	it.each(forbidden.filter((text) => text !== ""))(
		"with this address gets nothing, alone or beside a public one: %s",
		async (text) => {
			const internet = standInInternet();
			internet.receive(HOST);
			for (const addresses of [[text], [PUBLIC_ADDRESS, text], [text, PUBLIC_ADDRESS]]) {
				internet.names.set(HOST, addresses);
				const { failure } = await send(testCtx(), REQUEST);
				expect(failure).toMatch(/^(forbidden_address|unresolved)$/);
			}
			expect(internet.requests).toEqual([]);
		},
	);

	// G100
	it("sends nothing to a name that comes to lead to a private address", async () => {
		const internet = standInInternet();
		internet.receive(HOST);
		internet.names.set(HOST, (nth) => (nth === 0 ? [PUBLIC_ADDRESS] : ["169.254.169.254"]));
		const creator = await makeCreator({ emailVerifiedAt: 1 });
		const input = { url: `https://${HOST}/in`, events: ["*"] };
		const added = await call("POST", "/api/webhooks/endpoints", input, creator.cookies);
		const { id } = await added.json<{ id: string }>();
		const path = `/api/webhooks/endpoints/${id}/test`;
		const tested = await call("POST", path, undefined, creator.cookies);
		expect(await tested.json()).toMatchObject({
			state: "failed",
			attempts: [{ status: null, failure: "forbidden_address" }],
		});
		expect(internet.requests).toEqual([]);
	});

	it.each([
		["http://hooks.example.com/in", "The address must start with https://"],
		["https://127.1/in", "Use a domain name, not an IP address."],
		["https://private.example.com/", "This name points to a private address."],
		["https://nowhere.example.com/", "This name could not be found. Check it and try again."],
	])("refuses %s at its field when it is added or changed", async (url, message) => {
		standInInternet().names.set("private.example.com", ["10.0.0.8"]);
		const creator = await makeCreator({ emailVerifiedAt: 1 });
		const { id } = await storeEndpoint(creator.user.id);
		const added = await call(
			"POST",
			"/api/webhooks/endpoints",
			{ url, events: ["*"] },
			creator.cookies,
		);
		const changed = await call("PATCH", `/api/webhooks/endpoints/${id}`, { url }, creator.cookies);
		for (const response of [added, changed])
			expect([response.status, await response.json()]).toMatchObject([
				400,
				{ fields: { url: message } },
			]);
	});

	it("sends nothing while the resolver doesn't answer", async () => {
		const answers = [
			() => Promise.reject(new Error("away")),
			() => Promise.resolve(new Response("<html>", { status: 200 })),
			() => Promise.resolve(new Response(null, { status: 503 })),
			() => Promise.resolve(Response.json({ Status: 2 })),
			() =>
				Promise.resolve(Response.json({ Status: 0, Answer: [{ type: 5, data: "x.example.com" }] })),
			() => Promise.resolve(Response.redirect("https://hooks.example.com/")),
		];
		for (const answer of answers) {
			const fetched = vi.spyOn(globalThis, "fetch").mockImplementation(answer);
			expect((await send(testCtx(), REQUEST)).failure).toMatch(/^(unreachable|unresolved)$/);
			for (const [input] of fetched.mock.calls) expect(String(input)).toContain("dns-query");
			vi.restoreAllMocks();
		}
	});
});

describe("a redirect", () => {
	// G100
	it.each([301, 302, 303, 307, 308])(
		"with status %i is a failure and is not followed",
		async (status) => {
			const internet = standInInternet();
			for (const location of [
				"http://169.254.169.254/",
				"https://hooks.example.com/other",
				"//[::1]/",
			]) {
				internet.receive(HOST, (_, init) => {
					expect(init.redirect).toBe("manual");
					return new Response("moved", { status, headers: { location } });
				});
				expect(await send(testCtx(), REQUEST)).toMatchObject({ status, failure: "redirect" });
			}
			expect(internet.requests.map(({ url }) => url)).toEqual(Array(3).fill(REQUEST.url));
		},
	);
});

it("more than 200 addresses and names are tried", () => {
	expect(refused.length + forbidden.length).toBeGreaterThan(200);
});
