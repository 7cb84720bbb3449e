import ExternalLink from "icons:external-link";
import { useState } from "react";
import type { OwnCreatorPage } from "../../../worker/pages/storefront/contract/creator-page.ts";
import { paths } from "../../lib/addresses/paths.ts";
import { formatDate } from "../../lib/i18n/format.ts";
import { deleteCreatorPage, useOwnCreatorPage } from "../../lib/server/queries/own-creator-page.ts";
import { useCreator } from "../../lib/session/session.tsx";
import { Button, buttonClass } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { ConfirmDialog } from "../../ui/form-dialog.tsx";
import { Icon } from "../../ui/icon.tsx";
import { Loaded } from "../../ui/loaded.tsx";
import { toast } from "../../ui/toast.ts";
import { CreatorPageForm } from "./creator-page-form.tsx";
import { pageAddress } from "./page-handle-field.tsx";
import { useTexts } from "./texts.ts";

export function CreatorPageCard() {
	const t = useTexts();
	const query = useOwnCreatorPage();
	const { displayName, firstName, lastName } = useCreator();
	const name = displayName || [firstName, lastName].filter(Boolean).join(" ");
	const page = query.data?.page;
	// A new key empties the form.
	const [removals, setRemovals] = useState(0);
	return (
		<Card
			id="creator-page"
			title={t("settings.page")}
			lead={t("settings.pageText")}
			action={
				page && (
					<a className={buttonClass("plain", "sm")} href={paths.creator(page.handle)}>
						<Icon of={ExternalLink} size={18} />
						{t("settings.pageOpen")}
					</a>
				)
			}
		>
			<Loaded of={query} failed={t("settings.pageLoadFailed")} className="h-96">
				{({ page }) => (
					<>
						<p className="mb-5 text-muted">
							{name ? t("settings.pageName", { name }) : t("settings.pageNoName")}
						</p>
						<CreatorPageForm key={removals} page={page} name={name || "?"} />
						{page && <AfterForm page={page} onRemoved={() => setRemovals((n) => n + 1)} />}
					</>
				)}
			</Loaded>
		</Card>
	);
}

function AfterForm({ page, onRemoved }: { page: OwnCreatorPage; onRemoved: () => void }) {
	const t = useTexts();
	const { formerHandles } = page;
	const handles = formerHandles
		.map(({ handle, until }) =>
			t("settings.pageFormerOne", { handle: paths.creator(handle), date: formatDate(until) }),
		)
		.join(", ");
	return (
		<div className="mt-6 grid gap-3 border-line border-t pt-5 text-muted">
			{formerHandles.length > 0 && (
				<p className="wrap-anywhere">
					{t("settings.pageFormer", { n: formerHandles.length, handles })}
				</p>
			)}
			<RemovePage handle={page.handle} onRemoved={onRemoved} />
		</div>
	);
}

function RemovePage({ handle, onRemoved }: { handle: string; onRemoved: () => void }) {
	const t = useTexts();
	const [asks, setAsks] = useState(false);
	const close = () => setAsks(false);
	return (
		<div>
			<Button tone="quiet" size="sm" className="-ms-3 text-error" onClick={() => setAsks(true)}>
				{t("settings.pageDelete")}
			</Button>
			{asks && (
				<ConfirmDialog
					onClose={close}
					title={t("settings.pageDeleteTitle")}
					action={t("settings.pageDelete")}
					busy={t("settings.pageDeleting")}
					failed={t("settings.saveFailed")}
					onConfirm={async () => {
						await deleteCreatorPage();
						onRemoved();
						toast({ title: t("settings.pageDeleted") });
					}}
				>
					<p className="wrap-anywhere">
						{t("settings.pageDeleteText", { address: pageAddress(handle) })}
					</p>
				</ConfirmDialog>
			)}
		</div>
	);
}
