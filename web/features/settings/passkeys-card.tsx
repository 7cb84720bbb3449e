import KeyRound from "icons:key-round";
import { lazy, Suspense, useState } from "react";
import { MAX_PASSKEYS, type PasskeyInfo } from "../../../worker/contract/accounts/passkeys.ts";
import { formatAgo, formatDate } from "../../lib/i18n/format.ts";
import { usePasskeys } from "../../lib/server/queries/passkeys.ts";
import { knowsPasskeys } from "../../lib/session/passkeys.ts";
import { useCreator } from "../../lib/session/session.tsx";
import { Button } from "../../ui/button.tsx";
import { Card, CardHead } from "../../ui/card.tsx";
import { Icon } from "../../ui/icon.tsx";
import { Loaded } from "./loaded.tsx";
import { useTexts } from "./texts.ts";
import { useScrollTo } from "./use-scroll-to.ts";
import { VerifyFirst } from "./verify-first.tsx";

const AddPasskeyDialog = lazy(() => import("./add-passkey-dialog.tsx"));
const RenamePasskeyDialog = lazy(() => import("./rename-passkey-dialog.tsx"));
const RemovePasskeyDialog = lazy(() => import("./remove-passkey-dialog.tsx"));

type Opened = { dialog: "add" } | { dialog: "rename" | "remove"; passkey: PasskeyInfo };

export function PasskeysCard() {
	const t = useTexts();
	const { emailVerified } = useCreator();
	const query = usePasskeys();
	const { data } = query;
	useScrollTo("passkeys", data !== undefined);
	const [opened, setOpened] = useState<Opened | null>(null);
	const close = () => setOpened(null);
	const isFull = (data?.passkeys.length ?? 0) >= MAX_PASSKEYS;
	return (
		<Card aria-labelledby="passkeys">
			<CardHead id="passkeys" title={t("settings.passkeys")}>
				{t("settings.passkeysText")}
			</CardHead>
			<Loaded of={query} failed={t("settings.passkeyFailed")}>
				{(data) =>
					!emailVerified ? (
						<VerifyFirst>{t("settings.verifyPasskeys")}</VerifyFirst>
					) : (
						<>
							<PasskeyList
								passkeys={data.passkeys}
								onOpen={(dialog, passkey) => setOpened({ dialog, passkey })}
							/>
							{!knowsPasskeys() ? (
								<p className="text-muted">{t("settings.passkeyUnsupported")}</p>
							) : isFull ? (
								<p className="text-muted">{t("settings.passkeyLimit", { n: MAX_PASSKEYS })}</p>
							) : (
								<Button icon={<Icon of={KeyRound} />} onClick={() => setOpened({ dialog: "add" })}>
									{t("settings.passkeyAdd")}
								</Button>
							)}
						</>
					)
				}
			</Loaded>
			<Suspense>
				{opened?.dialog === "add" && <AddPasskeyDialog onClose={close} />}
				{opened?.dialog === "rename" && (
					<RenamePasskeyDialog passkey={opened.passkey} onClose={close} />
				)}
				{opened?.dialog === "remove" && (
					<RemovePasskeyDialog passkey={opened.passkey} onClose={close} />
				)}
			</Suspense>
		</Card>
	);
}

type ListProps = {
	passkeys: PasskeyInfo[];
	onOpen: (dialog: "rename" | "remove", passkey: PasskeyInfo) => void;
};

function PasskeyList({ passkeys, onOpen }: ListProps) {
	const t = useTexts();
	if (passkeys.length === 0) return <p className="mb-4 text-muted">{t("settings.passkeyNone")}</p>;
	return (
		<ul className="mb-4 divide-y divide-line">
			{passkeys.map((passkey) => {
				const { id, name, createdAt, lastUsedAt } = passkey;
				const added = formatDate(createdAt);
				return (
					<li key={id} className="flex flex-wrap items-center justify-between gap-3 py-3">
						<div className="min-w-0">
							<p className="font-medium wrap-anywhere">{name}</p>
							<p className="text-13 text-muted">
								{lastUsedAt === null
									? t("settings.passkeyUnused", { added })
									: t("settings.passkeyDates", { added, used: formatAgo(lastUsedAt) })}
							</p>
						</div>
						<div className="flex gap-2">
							<Button
								size="sm"
								aria-label={t("settings.passkeyRenameOf", { name })}
								onClick={() => onOpen("rename", passkey)}
							>
								{t("settings.passkeyRename")}
							</Button>
							<Button
								size="sm"
								aria-label={t("settings.passkeyRemoveOf", { name })}
								onClick={() => onOpen("remove", passkey)}
							>
								{t("settings.passkeyRemove")}
							</Button>
						</div>
					</li>
				);
			})}
		</ul>
	);
}
