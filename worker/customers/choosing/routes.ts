import { Hono } from "hono";
import { authorized, signedIn } from "../../accounts/signed-in.ts";
import { shareParam } from "../../catalogue/shares/contract/shares.ts";
import type { AppEnv, CreatorEnv } from "../../core/context.ts";
import { CSV_TYPE } from "../../platform/csv.ts";
import { setTokenCookie, tokenHashOf } from "../../platform/http/cookies.ts";
import { valid } from "../../platform/http/validation.ts";
import { flushOutbox } from "../../platform/mail/outbox.ts";
import { rateLimit } from "../../platform/security/rate-limit.ts";
import { choiceInput, chooserParam, type SavedChoice } from "./contract.ts";
import { choicesCsv, deleteChooser, listChoices } from "./own-choices.ts";
import { readOwnChoice, saveChoice } from "./save-choice.ts";

const YEAR_S = 365 * 24 * 60 * 60;
const cookieOf = (slug: string) => `choosing-${slug}`;

export const choosingRoutes = new Hono<AppEnv & CreatorEnv>()
	.get("/api/file-shares/:shareId/choice", valid("param", shareParam), async (c) => {
		const slug = c.req.valid("param").shareId;
		const tokenHash = await tokenHashOf(c, cookieOf(slug));
		return c.json(await readOwnChoice(c.var.ctx, { slug, tokenHash }));
	})
	.put(
		"/api/file-shares/:shareId/choice",
		rateLimit("choice"),
		valid("param", shareParam),
		valid("json", choiceInput),
		async (c) => {
			const slug = c.req.valid("param").shareId;
			const tokenHash = await tokenHashOf(c, cookieOf(slug));
			const { sentAt, token } = await saveChoice(c.var.ctx, {
				slug,
				tokenHash,
				...c.req.valid("json"),
			});
			if (token !== null) setTokenCookie(c, cookieOf(slug), token, YEAR_S);
			flushOutbox(c.var.ctx);
			const saved: SavedChoice = { sentAt };
			return c.json(saved);
		},
	)
	.get(
		"/api/file-shares/:shareId/choices",
		authorized("shares:read"),
		valid("param", shareParam),
		async (c) => c.json(await listChoices(c.var.creator, { slug: c.req.valid("param").shareId })),
	)
	.get(
		"/api/file-shares/:shareId/choices.csv",
		authorized("shares:read"),
		valid("param", shareParam),
		async (c) => {
			const text = await choicesCsv(c.var.creator, { slug: c.req.valid("param").shareId });
			const headers = {
				"Content-Type": CSV_TYPE,
				"Content-Disposition": 'attachment; filename="choices.csv"',
			};
			return c.body(text, 200, headers);
		},
	)
	.delete(
		"/api/file-shares/:shareId/choices/:id",
		signedIn,
		valid("param", chooserParam),
		async (c) => {
			const { shareId: slug, id } = c.req.valid("param");
			await deleteChooser(c.var.creator, { slug, id });
			return c.body(null, 204);
		},
	);
