import { useState } from "react";
import type { MyShare } from "../../../worker/catalogue/shares/contract/shares.ts";
import {
	creatorPageInput,
	MAX_LINE_LENGTH,
	type OwnCreatorPage,
} from "../../../worker/pages/storefront/contract/creator-page.ts";
import { useForm } from "../../lib/forms/use-form.ts";
import { failureText } from "../../lib/i18n/server-texts.ts";
import {
	removeAvatar,
	saveAvatar,
	saveCreatorPage,
} from "../../lib/server/queries/own-creator-page.ts";
import { editShare, useEveryShare } from "../../lib/server/queries/shares.ts";
import { ShareTicks } from "../../shared/share-ticks.tsx";
import { TextArea } from "../../ui/field.tsx";
import { Form } from "../../ui/form.tsx";
import { toast } from "../../ui/toast.ts";
import { type AvatarChange, AvatarField } from "./avatar-field.tsx";
import { LinkFields, linksOf, rowsOf } from "./link-fields.tsx";
import { PageHandleField } from "./page-handle-field.tsx";
import { useTexts } from "./texts.ts";

export function CreatorPageForm({ page, name }: { page: OwnCreatorPage | null; name: string }) {
	const t = useTexts();
	const [avatar, setAvatar] = useState<AvatarChange>(null);
	const [avatarError, setAvatarError] = useState<string>();
	const [line, setLine] = useState(page?.line ?? "");
	const [rows, setRows] = useState(() => rowsOf(page?.links ?? [""]));
	const { data: shares } = useEveryShare();
	// A share sold by link opens its files to anyone with the link, so it is never listed.
	const listable =
		shares?.filter(({ saleMode, status }) => saleMode === "each" && status !== "taken_down") ?? [];
	const [ticks, setTicks] = useState<Readonly<Record<string, boolean>>>({});
	const isChosen = ({ shareId, listed }: MyShare) => ticks[shareId] ?? (page ? listed : true);
	const form = useForm({
		schema: creatorPageInput,
		extra: { links: linksOf(rows) },
		async submit(json) {
			const saved = await saveCreatorPage(json);
			setRows(rowsOf(saved.links));
			for (const share of listable)
				if (isChosen(share) !== share.listed)
					await editShare(share.shareId, { listed: isChosen(share) });
			try {
				if (avatar === "remove") await removeAvatar();
				else if (avatar) await saveAvatar(avatar);
			} catch (error) {
				setAvatarError(failureText(error));
				return;
			}
			setAvatar(null);
			setAvatarError(undefined);
			const created = listable.some(isChosen) ? "settings.pageCreated" : "settings.pageEmptyTitle";
			toast({ tone: "good", title: t(page ? "settings.saved" : created) });
		},
	});
	return (
		<Form
			of={form}
			isWide
			className="grid gap-6"
			action={t(page ? "settings.save" : "settings.pageCreate")}
			busy={t("settings.saving")}
			failed={t("settings.saveFailed")}
		>
			<AvatarField
				stored={page?.avatar ?? null}
				name={name}
				change={avatar}
				onChange={(change) => {
					setAvatar(change);
					setAvatarError(undefined);
				}}
				error={avatarError}
			/>
			<PageHandleField
				key={page?.handle}
				current={page?.handle ?? null}
				error={form.errors.handle}
				onInput={() => form.setErrors(({ handle: _, ...others }) => others)}
			/>
			<TextArea
				label={t("settings.pageLine")}
				name="line"
				rows={3}
				className="w-full"
				maxLength={MAX_LINE_LENGTH}
				value={line}
				onChange={(event) => setLine(event.target.value)}
				hint={t("settings.pageLineHint", { left: MAX_LINE_LENGTH - line.length })}
			/>
			{shares && (
				<ListedShares
					shares={listable}
					isChosen={isChosen}
					onChoose={(shareId, isListed) => setTicks({ ...ticks, [shareId]: isListed })}
				/>
			)}
			<LinkFields rows={rows} onChange={setRows} errors={form.errors} />
		</Form>
	);
}

function ListedShares({
	shares,
	isChosen,
	onChoose,
}: {
	shares: readonly MyShare[];
	isChosen: (share: MyShare) => boolean;
	onChoose: (shareId: string, isListed: boolean) => void;
}) {
	const t = useTexts();
	if (shares.length === 0) return <p className="text-muted">{t("settings.pageNoShares")}</p>;
	return (
		<fieldset>
			<legend className="mb-1.5 font-medium">{t("settings.pageShares")}</legend>
			<ShareTicks shares={shares} isChosen={isChosen} onChoose={onChoose} />
			{!shares.some(isChosen) && (
				<p className="mt-1.5 text-13 text-muted">{t("settings.pageEmpty")}</p>
			)}
		</fieldset>
	);
}
