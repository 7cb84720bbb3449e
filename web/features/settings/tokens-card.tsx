import KeySquare from "icons:key-square";
import { lazy, Suspense, useState } from "react";
import {
	type AccessTokenInfo,
	MAX_TOKENS,
} from "../../../worker/contract/accounts/access-tokens.ts";
import { API_DOCS_PATH } from "../../../worker/contract/api/api-docs.ts";
import { formatAgo, formatDate } from "../../lib/i18n/format.ts";
import { revokeAccessToken, useAccessTokens } from "../../lib/server/queries/access-tokens.ts";
import { useCreator } from "../../lib/session/session.tsx";
import { Badge } from "../../ui/badge.tsx";
import { Button, buttonClass } from "../../ui/button.tsx";
import { Card, CardHead } from "../../ui/card.tsx";
import { Icon } from "../../ui/icon.tsx";
import { toast } from "../../ui/toast.ts";
import { ConfirmDialog } from "./confirm-dialog.tsx";
import { Loaded } from "./loaded.tsx";
import { ProgramRow } from "./program-row.tsx";
import { useTexts } from "./texts.ts";
import { VerifyFirst } from "./verify-first.tsx";

const NewTokenDialog = lazy(() => import("./new-token-dialog.tsx"));

export function TokensCard() {
	const t = useTexts();
	const { emailVerified } = useCreator();
	const query = useAccessTokens();
	const [opened, setOpened] = useState<"new" | AccessTokenInfo | null>(null);
	const close = () => setOpened(null);
	return (
		<Card aria-labelledby="tokens">
			<CardHead id="tokens" title={t("settings.tokens")}>
				{t("settings.tokensText")}
			</CardHead>
			<Loaded of={query} failed={t("settings.tokensFailed")}>
				{(data) =>
					!emailVerified ? (
						<VerifyFirst>{t("settings.verifyTokens")}</VerifyFirst>
					) : (
						<>
							<TokenList tokens={data.tokens} onRemove={setOpened} />
							<p className="mb-4 text-13 text-muted wrap-anywhere">
								{t("settings.tokensUse", { address: `${location.origin}/mcp` })}
							</p>
							{data.tokens.length >= MAX_TOKENS ? (
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
			<Suspense>{opened === "new" && <NewTokenDialog onClose={close} />}</Suspense>
			{opened !== null && opened !== "new" && <RemoveDialog token={opened} onClose={close} />}
		</Card>
	);
}

type ListProps = { tokens: AccessTokenInfo[]; onRemove: (token: AccessTokenInfo) => void };

function TokenList({ tokens, onRemove }: ListProps) {
	const t = useTexts();
	if (tokens.length === 0) return <p className="mb-4 text-muted">{t("settings.tokenNone")}</p>;
	return (
		<ul className="mb-4 divide-y divide-line">
			{tokens.map((token) => (
				<TokenRow key={token.id} token={token} onRemove={() => onRemove(token)} />
			))}
		</ul>
	);
}

function TokenRow({ token, onRemove }: { token: AccessTokenInfo; onRemove: () => void }) {
	const t = useTexts();
	const { name, ending, scopes, expiresAt, lastUsedAt } = token;
	const isExpired = expiresAt !== null && Date.parse(expiresAt) <= Date.now();
	return (
		<ProgramRow
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
			scopes={scopes}
			action={
				<Button size="sm" aria-label={t("settings.tokenRemoveOf", { name })} onClick={onRemove}>
					{t("settings.tokenRemove")}
				</Button>
			}
		>
			{isExpired && <Badge tone="warning">{t("settings.tokenExpired")}</Badge>}
		</ProgramRow>
	);
}

function RemoveDialog({ token, onClose }: { token: AccessTokenInfo; onClose: () => void }) {
	const t = useTexts();
	return (
		<ConfirmDialog
			title={t("settings.tokenRemoveTitle", { name: token.name })}
			action={t("settings.tokenRemove")}
			failed={t("settings.saveFailed")}
			onClose={onClose}
			onConfirm={async () => {
				await revokeAccessToken(token.id);
				toast({ title: t("settings.tokenRemoved") });
				onClose();
			}}
		>
			<p className="text-muted">{t("settings.tokenRemoveText")}</p>
		</ConfirmDialog>
	);
}
