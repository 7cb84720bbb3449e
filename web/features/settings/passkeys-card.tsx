import KeyRound from "icons:key-round";
import { useState } from "react";
import { MAX_PASSKEYS, type PasskeyInfo } from "../../../worker/accounts/passkeys/contract.ts";
import { formatAgo, formatDate } from "../../lib/i18n/format.ts";
import { usePasskeys } from "../../lib/server/queries/passkeys.ts";
import { knowsPasskeys } from "../../lib/session/passkeys.ts";
import { useCreator } from "../../lib/session/session.tsx";
import { Button } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { Icon } from "../../ui/icon.tsx";
import { ListRow } from "../../ui/list-row.tsx";
import { Loaded } from "../../ui/loaded.tsx";
import { AddPasskeyDialog, RemovePasskeyDialog, RenamePasskeyDialog } from "./passkey-dialogs.tsx";
import { useTexts } from "./texts.ts";
import { useScrollTo } from "./use-scroll-to.ts";
import { VerifyFirst } from "./verify-first.tsx";

type Opened = { dialog: "add" } | { dialog: "rename" | "remove"; passkey: PasskeyInfo };

export function PasskeysCard() {
	const t = useTexts();
	const { emailVerified } = useCreator();
	const query = usePasskeys();
	useScrollTo("passkeys", query.data !== undefined);
	const [opened, setOpened] = useState<Opened | null>(null);
	const close = () => setOpened(null);
	return (
		<Card id="passkeys" title={t("settings.passkeys")} lead={t("settings.passkeysText")}>
			<Loaded of={query} failed={t("settings.passkeyFailed")} className="h-16">
				{({ passkeys }) =>
					!emailVerified ? (
						<VerifyFirst>{t("settings.verifyPasskeys")}</VerifyFirst>
					) : (
						<>
							<PasskeyList
								passkeys={passkeys}
								onOpen={(dialog, passkey) => setOpened({ dialog, passkey })}
							/>
							{!knowsPasskeys() ? (
								<p className="text-muted">{t("settings.passkeyUnsupported")}</p>
							) : passkeys.length >= MAX_PASSKEYS ? (
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
			{opened?.dialog === "add" && <AddPasskeyDialog onClose={close} />}
			{opened?.dialog === "rename" && (
				<RenamePasskeyDialog passkey={opened.passkey} onClose={close} />
			)}
			{opened?.dialog === "remove" && (
				<RemovePasskeyDialog passkey={opened.passkey} onClose={close} />
			)}
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
					<ListRow
						key={id}
						name={name}
						facts={[
							lastUsedAt === null
								? t("settings.passkeyUnused", { added })
								: t("settings.passkeyDates", { added, used: formatAgo(lastUsedAt) }),
						]}
						action={
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
						}
					/>
				);
			})}
		</ul>
	);
}
