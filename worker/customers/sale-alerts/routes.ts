import { Hono } from "hono";
import * as z from "zod";
import { paths } from "../../contract/paths.ts";
import type { AppEnv, Ctx } from "../../core/context.ts";
import { pageTexts } from "../../core/page-texts.ts";
import { ApiError } from "../../platform/errors.ts";
import { valid } from "../../platform/http/validation.ts";
import { flushOutbox } from "../../platform/mail/outbox.ts";
import { rateLimit } from "../../platform/security/rate-limit.ts";
import { saleAlertInput } from "../contract.ts";
import { alertOfLink, confirmAlert, stopAlert } from "./alert-link.ts";
import { alertPage, faultPage, goneLinkPage, sentPage } from "./alert-pages.tsx";
import { requestAlert } from "./request-alert.ts";

// A mistyped link is unknown (404), not invalid.
const share = valid("param", z.object({ shareId: z.string().min(1).max(1024) }));
const link = valid("param", z.object({ token: z.string().min(1).max(100) }));

async function orGone(ctx: Ctx, act: () => Promise<Response>): Promise<Response> {
	try {
		return await act();
	} catch (error) {
		if (error instanceof ApiError && error.code === "token.not_found") return goneLinkPage(ctx);
		throw error;
	}
}

export const saleAlertRoutes = new Hono<AppEnv>()
	.post("/share/:shareId/tell-me", rateLimit("sale-alert"), share, async (c) => {
		const { ctx } = c.var;
		const { shareId: slug } = c.req.valid("param");
		const form: Record<string, unknown> = await c.req.parseBody().catch(() => ({}));
		const texts = pageTexts(ctx.locale).saleAlert;
		const input = saleAlertInput.strip().safeParse(form);
		const typed = typeof form.email === "string" ? form.email.slice(0, 254) : "";
		if (!input.success) return faultPage(ctx, slug, { email: typed, text: texts.wrongEmail }, 422);
		try {
			if (!(await requestAlert(ctx, { slug, ...input.data })))
				return c.redirect(paths.share(encodeURIComponent(slug)), 303);
		} catch (error) {
			if (!(error instanceof ApiError) || error.code !== "rate.limited") throw error;
			const page = await faultPage(ctx, slug, { email: typed, text: texts.wait }, error.status);
			for (const [name, value] of Object.entries(error.headers)) page.headers.set(name, value);
			return page;
		}
		flushOutbox(ctx);
		return sentPage(ctx, slug, input.data.email);
	})
	.get("/tell-me/:token", link, (c) =>
		orGone(c.var.ctx, async () => {
			const row = await alertOfLink(c.var.ctx, c.req.valid("param").token);
			return alertPage(c.var.ctx, row, row.confirmed ? "confirmed" : "confirm");
		}),
	)
	// A mail program posts `List-Unsubscribe=One-Click` here, the page `do`.
	.post("/tell-me/:token", link, async (c) => {
		const form: Record<string, unknown> = await c.req.parseBody().catch(() => ({}));
		const { token } = c.req.valid("param");
		const isConfirmed = form.do === "confirm";
		return orGone(c.var.ctx, async () => {
			const row = await (isConfirmed ? confirmAlert : stopAlert)(c.var.ctx, token);
			return alertPage(c.var.ctx, row, isConfirmed ? "confirmed" : "stopped");
		});
	});
