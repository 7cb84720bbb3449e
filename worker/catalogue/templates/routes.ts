import { Hono } from "hono";
import { authorized, notSuspended } from "../../accounts/signed-in.ts";
import { shareParam } from "../../contract/catalogue/shares.ts";
import {
	templateDetails,
	templateInput,
	templateNameInput,
	templateParam,
} from "../../contract/catalogue/templates.ts";
import type { AppEnv, CreatorEnv } from "../../core/context.ts";
import { ifMatch, withEtag } from "../../core/if-match.ts";
import { valid } from "../../platform/http/validation.ts";
import {
	createTemplate,
	deleteTemplate,
	listTemplates,
	renameTemplate,
	replaceTemplate,
	templateOfShare,
} from "./own-templates.ts";

/** Templates for new shares, each creator's own. */
export const templateRoutes = new Hono<AppEnv & CreatorEnv>()
	.get("/api/templates", authorized("shares:read"), async (c) =>
		c.json(await listTemplates(c.var.creator)),
	)
	.post(
		"/api/templates",
		authorized("shares:write"),
		notSuspended,
		valid("json", templateInput),
		async (c) => c.json(withEtag(c, await createTemplate(c.var.creator, c.req.valid("json"))), 201),
	)
	.put(
		"/api/templates/:id",
		authorized("shares:write"),
		notSuspended,
		ifMatch,
		valid("param", templateParam),
		valid("json", templateDetails),
		async (c) =>
			c.json(
				withEtag(
					c,
					await replaceTemplate(c.var.creator, c.req.valid("param").id, c.req.valid("json")),
				),
			),
	)
	.patch(
		"/api/templates/:id",
		authorized("shares:write"),
		notSuspended,
		ifMatch,
		valid("param", templateParam),
		valid("json", templateNameInput),
		async (c) =>
			c.json(
				withEtag(
					c,
					await renameTemplate(c.var.creator, c.req.valid("param").id, c.req.valid("json").name),
				),
			),
	)
	.delete(
		"/api/templates/:id",
		authorized("shares:write"),
		ifMatch,
		valid("param", templateParam),
		async (c) => {
			await deleteTemplate(c.var.creator, c.req.valid("param").id);
			return c.body(null, 204);
		},
	)
	.post(
		"/api/file-shares/:shareId/template",
		authorized("shares:write"),
		notSuspended,
		valid("param", shareParam),
		valid("json", templateNameInput),
		async (c) => {
			const { shareId: slug } = c.req.valid("param");
			const { name } = c.req.valid("json");
			return c.json(withEtag(c, await templateOfShare(c.var.creator, { slug, name })), 201);
		},
	);
