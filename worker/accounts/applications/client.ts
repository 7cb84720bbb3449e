import { Buffer } from "node:buffer";
import { and, eq, isNull } from "drizzle-orm";
import type { Context } from "hono";
import type { AppEnv, Ctx } from "../../core/context.ts";
import { users } from "../../core/tables.ts";
import { constantTimeEqual, sha256 } from "../../platform/security/crypto.ts";
import { OAuthError } from "../oauth-error.ts";
import { applications } from "../tables.ts";
import { COMMAND_LINE_ID } from "./contract/command-line.ts";

export type ApplicationRow = typeof applications.$inferSelect;

/** Our own application has no row, and its tokens count as the creator's. */
const commandLine = ({ config }: Ctx): ApplicationRow => ({
	id: COMMAND_LINE_ID,
	creatorId: null,
	name: `${config.APP_NAME} command line`,
	address: null,
	redirectUris: ["http://127.0.0.1/"],
	secretHash: null,
	createdAt: 0,
});

/** Undefined while its owner is suspended. */
export async function findApplication(ctx: Ctx, id: string): Promise<ApplicationRow | undefined> {
	if (id === COMMAND_LINE_ID) return commandLine(ctx);
	const [found] = await ctx.db
		.select({ application: applications })
		.from(applications)
		.leftJoin(users, eq(users.id, applications.creatorId))
		.where(and(eq(applications.id, id), isNull(users.suspendedAt), isNull(users.deletedAt)));
	return found?.application;
}

type ClientCredentials = { client_id?: string | undefined; client_secret?: string | undefined };

const unknownClient = () =>
	new OAuthError("invalid_client", "This application is unknown, or its secret is wrong.");

/** Both parts of the header are form-encoded (RFC 6749, 2.3.1). */
function basicOf(header: string | undefined): Required<ClientCredentials> | null {
	const [, encoded] = /^basic +([\w+/=-]+)$/i.exec(header ?? "") ?? [];
	if (encoded === undefined) return null;
	const text = Buffer.from(encoded, "base64").toString();
	const at = text.indexOf(":");
	if (at < 0) throw unknownClient();
	const params = new URLSearchParams(`id=${text.slice(0, at)}&secret=${text.slice(at + 1)}`);
	return { client_id: params.get("id") ?? "", client_secret: params.get("secret") ?? "" };
}

async function requireSecret(
	{ secretHash }: ApplicationRow,
	secret: string | undefined,
): Promise<void> {
	// A public application must not pass for a confidential one.
	if ((secret === undefined) !== (secretHash === null)) throw unknownClient();
	if (secretHash !== null && !constantTimeEqual(secretHash, await sha256(secret ?? "")))
		throw unknownClient();
}

/** Checks the secret of an application that has one. */
export async function clientOf(
	{ req, var: { ctx } }: Pick<Context<AppEnv>, "req"> & { readonly var: { readonly ctx: Ctx } },
	fields: ClientCredentials,
): Promise<ApplicationRow> {
	const basic = basicOf(req.header("authorization"));
	if (
		basic &&
		(fields.client_secret !== undefined ||
			(fields.client_id ?? basic.client_id) !== basic.client_id)
	)
		throw new OAuthError("invalid_request", "Send the secret in the header or in the body.");
	const { client_id, client_secret } = basic ?? fields;
	if (!client_id)
		throw new OAuthError(
			"invalid_request",
			"client_id is missing. Send it in the body, as application/x-www-form-urlencoded, or with the secret in the header Authorization: Basic.",
		);
	const application = await findApplication(ctx, client_id);
	if (!application) throw unknownClient();
	await requireSecret(application, client_secret);
	return application;
}
