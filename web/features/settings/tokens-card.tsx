import { KeySquare } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import { type AccessTokenInfo, MAX_TOKENS } from "../../../worker/contract/access-tokens.ts";
import { API_DOCS_PATH } from "../../../worker/contract/api-docs.ts";
import { formatAgo, formatDate } from "../../lib/format.ts";
import { revokeAccessToken, useAccessTokens } from "../../lib/queries/access-tokens.ts";
import { failureText } from "../../lib/server-texts.ts";
import { useCreator } from "../../lib/session.tsx";
import { Alert } from "../../ui/alert.tsx";
import { Badge } from "../../ui/badge.tsx";
import { Button, buttonClass } from "../../ui/button.tsx";
import { Card, CardHead } from "../../ui/card.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Icon } from "../../ui/icon.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { toast } from "../../ui/toast.ts";
import { useTexts } from "./texts.ts";
import { useAction } from "./use-action.ts";
import { useScrollTo } from "./use-scroll-to.ts";
import { VerifyFirst } from "./verify-first.tsx";

const NewTokenDialog = lazy(() => import("./new-token-dialog.tsx"));

/** The tokens by which the creator's programs use the API, each of which can be removed. */
export function TokensCard() {
	const t = useTexts();
	const { emailVerified } = useCreator();
	const { data, error } = useAccessTokens();
	useScrollTo("tokens", data !== undefined);
	const [opened, setOpened] = useState<"new" | AccessTokenInfo | null>(null);
	const close = () => setOpened(null);
	return (
		<Card aria-labelledby="tokens">
			<CardHead id="tokens" title={t("settings.tokens")}>
				{t("settings.tokensText")}
			</CardHead>
			{error && !data ? (
				<Alert tone="danger" title={t("settings.tokensFailed")}>
					{failureText(error, t("settings.tryAgain"))}
				</Alert>
			) : !data ? (
				<Skeleton className="h-16" />
			) : !emailVerified ? (
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
			)}
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
		<li className="flex flex-wrap items-start justify-between gap-3 py-3">
			<div className="min-w-0 flex-1">
				<p className="font-medium wrap-anywhere">
					{name} <span className="tabular font-normal text-13 text-muted">…{ending}</span>
				</p>
				<p className="text-13 text-muted">
					{[
						lastUsedAt === null
							? t("settings.tokenUnused")
							: t("settings.tokenUsed", { when: formatAgo(lastUsedAt) }),
						!isExpired &&
							(expiresAt === null
								? t("settings.tokenEndless")
								: t("settings.tokenUntil", { date: formatDate(expiresAt) })),
					]
						.filter(Boolean)
						.join(" · ")}
				</p>
				<p className="mt-1 flex flex-wrap gap-1.5">
					{isExpired && <Badge tone="warning">{t("settings.tokenExpired")}</Badge>}
					{scopes.map((scope) => (
						<code key={scope} className="rounded-control bg-faint px-1.5 text-13">
							{scope}
						</code>
					))}
				</p>
			</div>
			<Button size="sm" aria-label={t("settings.tokenRemoveOf", { name })} onClick={onRemove}>
				{t("settings.tokenRemove")}
			</Button>
		</li>
	);
}

function RemoveDialog({ token, onClose }: { token: AccessTokenInfo; onClose: () => void }) {
	const t = useTexts();
	const remove = useAction(
		async () => {
			await revokeAccessToken(token.id);
			toast({ title: t("settings.tokenRemoved") });
			onClose();
		},
		{ title: t("settings.saveFailed"), fallback: t("settings.tryAgain") },
	);
	return (
		<Dialog
			open
			onClose={onClose}
			title={t("settings.tokenRemoveTitle", { name: token.name })}
			closeLabel={t("settings.close")}
		>
			<div className="flex flex-col gap-5">
				<p className="text-muted">{t("settings.tokenRemoveText")}</p>
				<Button
					tone="danger"
					pending={remove.pending && t("settings.totpWorking")}
					onClick={remove.run}
				>
					{t("settings.tokenRemove")}
				</Button>
			</div>
		</Dialog>
	);
}
