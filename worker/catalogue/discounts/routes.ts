import { Hono } from "hono";
import { authorized, notSuspended } from "../../accounts/signed-in.ts";
import type { AppEnv, CreatorEnv } from "../../core/context.ts";
import { ifMatch, withEtag } from "../../core/if-match.ts";
import { valid } from "../../platform/http/validation.ts";
import { discountInput, discountParam, discountSwitchInput, discountsQuery } from "./contract.ts";
import { newDiscountInput } from "./new-discount.ts";
import {
	createDiscount,
	deleteDiscount,
	editDiscount,
	listDiscounts,
	showDiscount,
	switchDiscount,
} from "./own-discounts.ts";

export const discountRoutes = new Hono<AppEnv & CreatorEnv>()
	.get("/api/discounts", authorized("shares:read"), valid("query", discountsQuery), async (c) =>
		c.json(await listDiscounts(c.var.creator, c.req.valid("query"))),
	)
	.get("/api/discounts/:id", authorized("shares:read"), valid("param", discountParam), async (c) =>
		c.json(withEtag(c, await showDiscount(c.var.creator, c.req.valid("param")))),
	)
	.post(
		"/api/discounts",
		authorized("shares:write"),
		notSuspended,
		valid("json", newDiscountInput),
		async (c) => c.json(withEtag(c, await createDiscount(c.var.creator, c.req.valid("json"))), 201),
	)
	.put(
		"/api/discounts/:id",
		authorized("shares:write"),
		notSuspended,
		ifMatch,
		valid("param", discountParam),
		valid("json", discountInput),
		async (c) =>
			c.json(
				withEtag(
					c,
					await editDiscount(c.var.creator, { ...c.req.valid("param"), ...c.req.valid("json") }),
				),
			),
	)
	.patch(
		"/api/discounts/:id",
		authorized("shares:write"),
		ifMatch,
		valid("param", discountParam),
		valid("json", discountSwitchInput),
		async (c) =>
			c.json(
				withEtag(
					c,
					await switchDiscount(c.var.creator, { ...c.req.valid("param"), ...c.req.valid("json") }),
				),
			),
	)
	.delete(
		"/api/discounts/:id",
		authorized("shares:write"),
		ifMatch,
		valid("param", discountParam),
		async (c) => {
			await deleteDiscount(c.var.creator, c.req.valid("param"));
			return c.body(null, 204);
		},
	);
