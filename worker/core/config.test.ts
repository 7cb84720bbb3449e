import { env } from "cloudflare:workers";
import { expect, it } from "vitest";
import { configOf } from "./config.ts";

it.each([
	["MAIL_FROM", "nonsense", false],
	["MAIL_FROM", "Shop <nonsense>", false],
	["MAIL_FROM", "a@b@example.com", false],
	["MAIL_FROM", "Shop <mail@example.com>", true],
	["MAIL_FROM", '"Shop, Ltd" <mail@localhost>', true],
	["MAIL_FROM", "mail@example.com", true],
	["OPERATORS", "not-an-address", false],
	["OPERATORS", "a@example.com; b@example.com", false],
	["OPERATORS", "a@example.com, B@example.com,", true],
	["OPERATORS", "", true],
	["DIRECT_LINK_HOSTS", "", true],
	["DIRECT_LINK_HOSTS", "none", true],
	["DIRECT_LINK_HOSTS", "PayPal.me, bank.example", true],
	["DIRECT_LINK_HOSTS", "www.paypal.me", false],
	["DIRECT_LINK_HOSTS", "https://paypal.me", false],
	["DIRECT_LINK_HOSTS", "paypal.me,", false],
	["DIRECT_LINK_HOSTS", "none,paypal.me", false],
	["OPERATOR_EMAIL", "nobody", false],
	["OPERATOR_EMAIL", "operator@localhost", true],
])("%s=%s is an address: %s", (name, value, isRight) => {
	const parse = () => configOf({ ...env, [name]: value });
	if (isRight) expect(parse()).toBeDefined();
	else expect(parse).toThrow(`${name}`);
});
