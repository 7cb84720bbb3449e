import KeySquare from "icons:key-square";
import { type ReactNode, useState } from "react";
import {
	type AccessTokenInfo,
	MAX_TOKENS,
	newTokenInput,
	SCOPES,
	type Scope,
	TOKEN_LIVES,
} from "../../../worker/accounts/access-tokens/contract.ts";
import { API_DOCS_PATH } from "../../../worker/contract/api-docs.ts";
import { paths } from "../../lib/addresses/paths.ts";
import { useForm } from "../../lib/forms/use-form.ts";
import { formatAgo, formatDate } from "../../lib/i18n/format.ts";
import { refreshPasskeys } from "../../lib/server/queries/passkeys.ts";
import { useCreator } from "../../lib/session/session.tsx";
import { Badge } from "../../ui/badge.tsx";
import { Button, buttonClass } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { CheckGroup, CheckList } from "../../ui/check-list.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { SelectField, TextField } from "../../ui/field.tsx";
import { ConfirmDialog, FormDialog } from "../../ui/form-dialog.tsx";
import { Icon } from "../../ui/icon.tsx";
import { ListRow } from "../../ui/list-row.tsx";
import { Loaded } from "../../ui/loaded.tsx";
import { toast } from "../../ui/toast.ts";
import { ConfirmByFactor, OwnPassword, useConfirmation } from "./confirmation.tsx";
import {
	createAccessToken,
	refreshAccessTokens,
	revokeAccessToken,
	useAccessTokens,
} from "./queries/access-tokens.ts";
import { ShownOnce } from "./shown-once.tsx";
import { useTexts } from "./texts.ts";
import { VerifyFirst } from "./verify-first.tsx";

export const MAX_PROGRAM_NAME = 60;

export function TokensCard() {
	const t = useTexts();
	const { emailVerified } = useCreator();
	const query = useAccessTokens();
	const [opened, setOpened] = useState<"new" | AccessTokenInfo | null>(null);
	const close = () => setOpened(null);
	return (
		<Card id="tokens" title={t("settings.tokens")} lead={t("settings.tokensText")}>
			<Loaded of={query} failed={t("settings.tokensFailed")} className="h-16">
				{({ tokens }) =>
					!emailVerified ? (
						<VerifyFirst>{t("settings.verifyTokens")}</VerifyFirst>
					) : (
						<>
							{tokens.length === 0 ? (
								<p className="mb-4 text-muted">{t("settings.tokenNone")}</p>
							) : (
								<ul className="mb-4 divide-y divide-line">
									{tokens.map((token) => (
										<TokenRow key={token.id} token={token} onRemove={() => setOpened(token)} />
									))}
								</ul>
							)}
							<p className="mb-4 text-13 text-muted wrap-anywhere">
								{t("settings.tokensUse", { address: `${location.origin}/mcp` })}
							</p>
							{tokens.length >= MAX_TOKENS ? (
								<p className="text-muted">{t("settings.tokenLimit", { n: MAX_TOKENS })}</p>
							) : (
								<Button icon={<Icon of={KeySquare} />} onClick={() => setOpened("new")}>
									{t("settings.tokenNew")}
								</Button>
							)}
							<a className={`${buttonClass("quiet")} ms-2`} href={API_DOCS_PATH}>
								{t("settings.apiDocs")}
							</a>
						</>
					)
				}
			</Loaded>
			{opened === "new" && <NewTokenDialog onClose={close} />}
			{opened !== null && opened !== "new" && <RemoveDialog token={opened} onClose={close} />}
		</Card>
	);
}

function TokenRow({ token, onRemove }: { token: AccessTokenInfo; onRemove: () => void }) {
	const t = useTexts();
	const { name, ending, scopes, expiresAt, lastUsedAt } = token;
	const isExpired = expiresAt !== null && Date.parse(expiresAt) <= Date.now();
	return (
		<ListRow
			name={
				<>
					{name} <span className="tabular font-normal text-13 text-muted">…{ending}</span>
				</>
			}
			facts={[
				lastUsedAt === null
					? t("settings.tokenUnused")
					: t("settings.tokenUsed", { when: formatAgo(lastUsedAt) }),
				!isExpired &&
					(expiresAt === null
						? t("settings.tokenEndless")
						: t("settings.tokenUntil", { date: formatDate(expiresAt) })),
			]}
			action={
				<Button size="sm" aria-label={t("settings.tokenRemoveOf", { name })} onClick={onRemove}>
					{t("settings.tokenRemove")}
				</Button>
			}
		>
			<Scopes scopes={scopes}>
				{isExpired && <Badge tone="warning">{t("settings.tokenExpired")}</Badge>}
			</Scopes>
		</ListRow>
	);
}

export function Scopes({ scopes, children }: { scopes: readonly Scope[]; children?: ReactNode }) {
	return (
		<p className="mt-1 flex flex-wrap gap-1.5">
			{children}
			{scopes.map((scope) => (
				<code key={scope} className="rounded-control bg-faint px-1.5 text-13">
					{scope}
				</code>
			))}
		</p>
	);
}

function RemoveDialog({ token: { id, name }, onClose }: { token: AccessTokenInfo } & Closable) {
	const t = useTexts();
	return (
		<ConfirmDialog
			title={t("settings.tokenRemoveTitle", { name })}
			action={t("settings.tokenRemove")}
			failed={t("settings.saveFailed")}
			onClose={onClose}
			onConfirm={async () => {
				await revokeAccessToken(id);
				toast({ title: t("settings.tokenRemoved") });
				onClose();
			}}
		>
			<p className="text-muted">{t("settings.tokenRemoveText")}</p>
		</ConfirmDialog>
	);
}

type Closable = { onClose: () => void };

function NewTokenDialog({ onClose }: Closable) {
	const t = useTexts();
	const [token, setToken] = useState<string | null>(null);
	const [scopes, setScopes] = useState<readonly Scope[]>([]);
	const [days, setDays] = useState("90");
	const confirmation = useConfirmation();
	const form = useForm({
		schema: newTokenInput,
		extra: { scopes, expiresInDays: days === "" ? null : Number(days) },
		submit: async (input) => setToken((await createAccessToken(input)).token),
		onFailure() {
			// The time without a password prompt may be over.
			void refreshPasskeys();
			void refreshAccessTokens();
		},
	});
	if (token)
		return (
			<ShownOnce
				title={t("settings.tokenMade")}
				text={t("settings.tokenMadeText")}
				label={t("settings.tokenLabel")}
				value={token}
				onClose={onClose}
			/>
		);
	if (confirmation === "factor")
		return (
			<Dialog onClose={onClose} title={t("settings.tokenNew")}>
				<ConfirmByFactor to={paths.settingsPrograms} />
			</Dialog>
		);
	return (
		<FormDialog
			of={form}
			onClose={onClose}
			title={t("settings.tokenNew")}
			action={t("settings.tokenMake")}
		>
			<TextField
				label={t("settings.passkeyName")}
				hint={t("settings.tokenNameHint")}
				name="name"
				required
				maxLength={MAX_PROGRAM_NAME}
			/>
			<CheckGroup legend={t("settings.tokenScopes")} error={form.errors.scopes}>
				<CheckList
					values={SCOPES}
					label={(scope) => t(`settings.scope.${scope}`)}
					chosen={scopes}
					onChange={setScopes}
				/>
			</CheckGroup>
			<SelectField
				label={t("settings.tokenLife")}
				value={days}
				onChange={({ target }) => setDays(target.value)}
			>
				{TOKEN_LIVES.map((life) => (
					<option key={life} value={life ?? ""}>
						{life === null ? t("settings.tokenEndless") : t("settings.tokenDays", { n: life })}
					</option>
				))}
			</SelectField>
			{confirmation === "password" && <OwnPassword />}
		</FormDialog>
	);
}
