import { Hono, type TypedResponse } from "hono";
import type { JSONParsed } from "hono/utils/types";
import * as z from "zod";
import { API_DOCS_PATH } from "../contract/api-docs.ts";
import { idField } from "../contract/fields.ts";
import { ownActs } from "../core/audit-log/own-acts.ts";
import type { AppEnv } from "../core/context.ts";
import { deprecated } from "../platform/http/deprecated.ts";
import { jsonPieces, streamedFile } from "../platform/http/streamed-file.ts";
import { valid } from "../platform/http/validation.ts";
import { flushOutbox } from "../platform/mail/outbox.ts";
import { confirmTotp, disableTotp, setUpTotp } from "./authenticator.ts";
import { changePassword } from "./change-password.ts";
import {
	changePasswordInput,
	confirmByCodeInput,
	confirmSessionInput,
	deleteAccountInput,
	totpCodeInput,
	totpSetupInput,
	updateUserInput,
} from "./contract.ts";
import { deleteAccount } from "./delete-account.ts";
import { deviceHashOf } from "./devices/devices.ts";
import { endOtherSessions, endSession, listSessions } from "./own-sessions.ts";
import { confirmSession } from "./passkeys/second-step.ts";
import { clearSessionCookie } from "./session-cookie.ts";
import { authorized, signedIn } from "./signed-in.ts";
import { updateUser } from "./update-user.ts";
import { resendVerification } from "./verify-email.ts";

const formerAddress = deprecated({ since: new Date("2026-11-23T00:00:00Z"), link: API_DOCS_PATH });
const sessionParam = z.object({ id: idField });

export const ownAccount = new Hono<AppEnv>()
	.get("/api/user", authorized(null), (c) => c.json(c.var.creator.user))
	.get("/api/me", formerAddress, authorized(null), (c) => c.json(c.var.creator.user))
	.patch("/api/user", signedIn, valid("json", updateUserInput), async (c) =>
		c.json(await updateUser(c.var.creator, c.req.valid("json"))),
	)
	.post("/api/password/change", signedIn, valid("json", changePasswordInput), async (c) => {
		await changePassword(c.var.creator, {
			...c.req.valid("json"),
			deviceHash: await deviceHashOf(c),
		});
		return c.body(null, 204);
	})
	.post("/api/email/send-verification", signedIn, async (c) => {
		await resendVerification(c.var.creator);
		return c.body(null, 204);
	})
	.get("/api/sessions", signedIn, async (c) => c.json(await listSessions(c.var.creator)))
	.delete("/api/sessions", signedIn, async (c) => {
		await endOtherSessions(c.var.creator);
		return c.body(null, 204);
	})
	.delete("/api/sessions/:id", signedIn, valid("param", sessionParam), async (c) => {
		const { current } = await endSession(c.var.creator, c.req.valid("param"));
		if (current) clearSessionCookie(c);
		return c.body(null, 204);
	})
	.post("/api/session/confirm", signedIn, valid("json", confirmSessionInput), async (c) => {
		await confirmSession(c.var.creator, c.req.valid("json"));
		return c.body(null, 204);
	})
	.post("/api/totp/setup", signedIn, valid("json", totpSetupInput), async (c) =>
		c.json(await setUpTotp(c.var.creator, c.req.valid("json"))),
	)
	.post("/api/totp/confirm", signedIn, valid("json", totpCodeInput), async (c) =>
		c.json(await confirmTotp(c.var.creator, c.req.valid("json"))),
	)
	.post("/api/totp/disable", signedIn, valid("json", confirmByCodeInput), async (c) => {
		await disableTotp(c.var.creator, c.req.valid("json"));
		return c.body(null, 204);
	})
	.get("/api/account/acts", signedIn, async (c) => c.json(await ownActs(c.var.creator)))
	.get("/api/account/export", signedIn, async (c) => {
		const file = { name: "account.json", type: "application/json" };
		const response = await streamedFile(
			jsonPieces(await c.var.creator.handlers.exportAccount(c.var.creator)),
			file,
		);
		// The pieces are the export's JSON.
		return response as Response & TypedResponse<JSONParsed<Record<string, unknown>>, 200, "json">;
	})
	.delete("/api/account", signedIn, valid("json", deleteAccountInput), async (c) => {
		await deleteAccount(c.var.creator, c.req.valid("json"));
		clearSessionCookie(c);
		flushOutbox(c.var.ctx);
		return c.body(null, 204);
	});
