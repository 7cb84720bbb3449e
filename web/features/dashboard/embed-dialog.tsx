import { type ReactNode, useEffect, useId, useState } from "react";
import type { MyShare } from "../../../worker/catalogue/shares/contract/shares.ts";
import { paths } from "../../../worker/contract/paths.ts";
import { shareLink } from "../../lib/addresses/paths.ts";
import { formatShortMoney } from "../../lib/i18n/format.ts";
import { Alert } from "../../ui/alert.tsx";
import { CopyButton } from "../../ui/copy-button.tsx";
import { CopyField } from "../../ui/copy-field.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { SelectField, TextArea, TextField } from "../../ui/field.tsx";
import { type ButtonLook, buttonLink, buttonSnippet, FRAME, frameSnippet } from "./snippets.ts";
import { useTexts } from "./texts.ts";

export default function EmbedDialog({ share, onClose }: { share: MyShare; onClose: () => void }) {
	const t = useTexts();
	const [isRefused, setRefused] = useState(false);
	const onFailed = () => setRefused(true);
	const isPublic = share.status === "published" && share.saleMode === "each";
	return (
		<Dialog onClose={onClose} size="wide" title={t("dashboard.embedTitle")}>
			<div className="grid grid-cols-1 gap-8">
				{isRefused && (
					// A toast would be behind the dialog.
					<Alert tone="warning" title={t("dashboard.copyFailed")} live>
						{t("dashboard.copyCodeFailed")}
					</Alert>
				)}
				<CopyField
					label={t("dashboard.embedLink")}
					value={shareLink(share.shareId)}
					copyLabel={t("dashboard.copy")}
					copiedLabel={t("dashboard.copied")}
					onFailed={onFailed}
				/>
				{isPublic ? (
					<>
						<ButtonSection share={share} onFailed={onFailed} />
						<FrameSection share={share} onFailed={onFailed} />
					</>
				) : (
					<p className="text-muted">
						{t(
							share.saleMode === "link" ? "dashboard.embedLinkMode" : "dashboard.embedNotPublished",
						)}
					</p>
				)}
			</div>
		</Dialog>
	);
}

function FrameSection({ share, onFailed }: { share: MyShare; onFailed: () => void }) {
	const t = useTexts();
	return (
		<Section title={t("dashboard.embedCard")} lead={t("dashboard.embedCardText")}>
			<iframe
				src={paths.embed(share.shareId)}
				title={t("dashboard.embedCardOf", { title: share.title })}
				height={FRAME.height}
				loading="lazy"
				className="w-full"
			/>
			<CopyCode
				label={t("dashboard.embedCardCode")}
				code={frameSnippet(share.shareId, share.title)}
				onFailed={onFailed}
			/>
		</Section>
	);
}

const SCRIPT = "/button.js";
const MAX_LABEL = 60;

function useButtonScript() {
	useEffect(() => {
		if (document.querySelector(`script[src="${SCRIPT}"]`)) return;
		const script = document.createElement("script");
		script.src = SCRIPT;
		document.head.append(script);
	}, []);
}

function ButtonSection({ share, onFailed }: { share: MyShare; onFailed: () => void }) {
	const t = useTexts();
	useButtonScript();
	const usual = t("dashboard.buttonDefault", {
		price: formatShortMoney(share.price, share.currency),
	});
	const [label, setLabel] = useState(usual);
	const [look, setLook] = useState<ButtonLook>("dark");
	const shown = label.trim() || usual;
	return (
		<Section title={t("dashboard.embedButton")} lead={t("dashboard.embedButtonText")}>
			<div className="grid gap-4 sm:grid-cols-2">
				<TextField
					label={t("dashboard.buttonLabel")}
					value={label}
					maxLength={MAX_LABEL}
					onChange={(event) => setLabel(event.target.value)}
				/>
				<SelectField
					label={t("dashboard.buttonLook")}
					value={look}
					onChange={(event) => setLook(event.target.value === "light" ? "light" : "dark")}
				>
					<option value="dark">{t("dashboard.lookDark")}</option>
					<option value="light">{t("dashboard.lookLight")}</option>
				</SelectField>
			</div>
			<div className="grid min-h-28 place-items-center rounded-control border border-line bg-paper p-5">
				<a href={buttonLink(share.shareId)} data-tillbox={share.shareId} data-look={look}>
					{shown}
				</a>
			</div>
			<CopyCode
				label={t("dashboard.embedButtonCode")}
				code={buttonSnippet(share.shareId, { label: shown, look })}
				onFailed={onFailed}
			/>
		</Section>
	);
}

function CopyCode({
	label,
	code,
	onFailed,
}: {
	label: string;
	code: string;
	onFailed: () => void;
}) {
	const t = useTexts();
	return (
		<div className="grid justify-items-start gap-2">
			<TextArea
				label={label}
				readOnly
				rows={4}
				value={code}
				spellCheck={false}
				fieldClass="w-full"
				className="break-all font-mono text-13"
				onFocus={(event) => event.target.select()}
			/>
			<CopyButton
				size="sm"
				text={code}
				label={t("dashboard.copyCode")}
				copied={t("dashboard.copied")}
				onFailed={onFailed}
			/>
		</div>
	);
}

function Section({ title, lead, children }: { title: string; lead: string; children: ReactNode }) {
	const id = useId();
	return (
		<section className="grid gap-4" aria-labelledby={id}>
			<div>
				<h3 id={id} className="font-semibold text-17">
					{title}
				</h3>
				<p className="mt-1 text-muted">{lead}</p>
			</div>
			{children}
		</section>
	);
}
