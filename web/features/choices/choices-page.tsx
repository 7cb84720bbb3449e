import Download from "icons:download";
import Heart from "icons:heart";
import LockKeyhole from "icons:lock-keyhole";
import LockKeyholeOpen from "icons:lock-keyhole-open";
import { useState } from "react";
import { useParams } from "react-router-dom";
import type { ShareResponse } from "../../../worker/catalogue/shares/contract/shares.ts";
import type { Choices } from "../../../worker/customers/choosing/contract.ts";
import { paths, shareLink } from "../../lib/addresses/paths.ts";
import { formatAgo, formatNumber } from "../../lib/i18n/format.ts";
import { usePage } from "../../lib/page/page.ts";
import { useShareResponse } from "../../lib/server/queries/share.ts";
import { editShare } from "../../lib/server/queries/shares.ts";
import { BackLink } from "../../shared/back-link.tsx";
import { Badge } from "../../ui/badge.tsx";
import { Button, buttonClass } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { CopyButton } from "../../ui/copy-button.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { Icon } from "../../ui/icon.tsx";
import { Loaded } from "../../ui/loaded.tsx";
import { Segments } from "../../ui/segments.tsx";
import { useAction } from "../../ui/use-action.ts";
import { ChosenFiles, type Listed } from "./chosen-files.tsx";
import { ClientMenu } from "./client-menu.tsx";
import { CopyNames } from "./copy-names.tsx";
import { choicesCsvLink, refreshChoices, useChoices } from "./queries.ts";
import { useTexts } from "./texts.ts";

const EVERYONE = "";

export function ChoicesPage() {
	const t = useTexts();
	usePage(t("choices.title"));
	const { shareId: slug = "" } = useParams();
	const choices = useChoices(slug);
	const share = useShareResponse(slug);
	return (
		<div className="gutters flex max-w-content flex-col gap-6 py-8 lg:py-10">
			<BackLink to={paths.dashboard}>{t("choices.back")}</BackLink>
			<Loaded of={choices} failed={t("choices.loadFailed")}>
				{(data) => (
					<Loaded of={share} failed={t("choices.loadFailed")}>
						{(page) => <Round slug={slug} page={page} choices={data} />}
					</Loaded>
				)}
			</Loaded>
		</div>
	);
}

type Props = { slug: string; page: ShareResponse; choices: Choices };

function Round({ slug, page, choices: { choosing, clients } }: Props) {
	const t = useTexts();
	const [id, setId] = useState(EVERYONE);
	const client = clients.find((one) => one.id === id) ?? null;
	const shown = client ? [client] : clients;
	const said = new Map<string, Listed>();
	for (const { name, files } of shown)
		for (const file of files) {
			const listed = said.get(file.id) ?? { chosenBy: [], comments: [] };
			if (file.chosen) listed.chosenBy.push(name);
			if (file.comment !== null) listed.comments.push({ name, text: file.comment });
			said.set(file.id, listed);
		}
	const listed = page.files.flatMap((file) => {
		const found = said.get(file.id);
		return found ? [{ file, ...found }] : [];
	});
	const chosen = listed.filter(({ chosenBy }) => chosenBy.length > 0);
	const names = chosen.map(({ file }) => file.originalName);
	const toggle = useAction(async () => {
		if (!choosing) return;
		await editShare(slug, { choosing: { ...choosing, open: !choosing.open } });
		await refreshChoices(slug);
	}, t("choices.toggleFailed"));
	const { count = null, open = false } = choosing ?? {};
	return (
		<>
			<header className="flex flex-wrap items-end justify-between gap-4">
				<div className="min-w-0">
					<h1 className="flex flex-wrap items-center gap-3 text-28">
						{t("choices.title")}
						<Badge tone={open ? "good" : "neutral"}>
							{t(open ? "choices.open" : "choices.closed")}
						</Badge>
					</h1>
					<p className="mt-1 wrap-anywhere text-muted">{page.fileShare.title}</p>
				</div>
				<div className="flex flex-wrap gap-3">
					<CopyButton
						size="sm"
						text={shareLink(slug)}
						label={t("choices.copyLink")}
						copied={t("choices.copied")}
					/>
					{choosing && (
						<Button
							size="sm"
							icon={<Icon of={open ? LockKeyhole : LockKeyholeOpen} size={18} />}
							onClick={toggle.run}
						>
							{t(open ? "choices.close" : "choices.reopen")}
						</Button>
					)}
				</div>
			</header>
			{clients.length === 0 ? (
				<Card>
					<EmptyState icon={Heart} title={t("choices.empty")}>
						{t("choices.emptyText")}
					</EmptyState>
				</Card>
			) : (
				<>
					{clients.length > 1 && (
						<Segments
							legend={t("choices.clients")}
							segments={[
								{ value: EVERYONE, label: t("choices.everyone", { n: clients.length }) },
								...clients.map(({ id: value, name, sentAt, files }) => {
									const n = formatNumber(files.filter((file) => file.chosen).length);
									return { value, label: `${name} ${sentAt ? "✓ " : ""}${n}` };
								}),
							]}
							chosen={client ? id : EVERYONE}
							onChoose={setId}
						/>
					)}
					<div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
						<div className="min-w-0">
							<h2 className="tabular text-21 wrap-anywhere">
								{client || clients.length === 1
									? t(count === null ? "choices.chose" : "choices.choseOf", {
											name: shown[0]?.name ?? "",
											n: formatNumber(names.length),
											count: formatNumber(count ?? 0),
										})
									: t("choices.chosenByAll", { n: names.length })}
							</h2>
							<p className="text-13 text-muted">
								{shown.length > 1
									? t("choices.sentBy", {
											n: shown.filter(({ sentAt }) => sentAt !== null).length,
											total: shown.length,
										})
									: shown[0]?.sentAt
										? t("choices.sent", { ago: formatAgo(shown[0].sentAt) })
										: t("choices.choosing")}
							</p>
						</div>
						<div className="flex flex-wrap items-center gap-3">
							<CopyNames names={names} title={page.fileShare.title} />
							<a className={buttonClass("plain", "sm")} href={choicesCsvLink(slug)} download="">
								<Icon of={Download} size={18} />
								{t("choices.csv")}
							</a>
							{shown.length === 1 && shown[0] && (
								<ClientMenu key={shown[0].id} slug={slug} client={shown[0]} />
							)}
						</div>
					</div>
					<ChosenFiles listed={listed} showsNames={shown.length > 1} />
				</>
			)}
		</>
	);
}
