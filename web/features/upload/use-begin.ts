import type { User } from "../../../worker/accounts/contract.ts";
import { type FieldErrors, useSubmit } from "../../lib/forms/use-submit.ts";
import { formatSize } from "../../lib/i18n/format.ts";
import { fieldText, fieldTexts, serverText } from "../../lib/i18n/server-texts.ts";
import { ApiFailure } from "../../lib/server/failure.ts";
import { updateUser } from "../../lib/server/queries/session.ts";
import { refreshAfterUpload } from "../../lib/server/queries/uploads.ts";
import { useCreator } from "../../lib/session/session.tsx";
import { toast } from "../../ui/toast.ts";
import { startUpload } from "./active-upload.ts";
import type { Draft } from "./organise/draft.ts";
import { checkedDetails, type DetailErrors, type Details, webEdgeOf } from "./screen/details.ts";
import { rememberChoices } from "./screen/use-details.ts";
import { rememberNameAsked } from "./seller-name.ts";
import { CoverRefused } from "./send-cover.ts";
import { useTexts } from "./texts.ts";
import { useOwner } from "./use-owner.ts";

export function useBegin(
	details: Details,
	draft: Pick<Draft, "files" | "cover"> & { samples?: readonly number[] | null },
	{
		words,
		onRefused,
	}: { words?: { failed: string; failedText: string }; onRefused?: () => void } = {},
) {
	const t = useTexts();
	const { failed, failedText } = words ?? {
		failed: t("upload.failed"),
		failedText: t("upload.failedText"),
	};
	const creator = useCreator();
	const owner = useOwner();
	const submission = useSubmit(async (form, begin) => {
		const checked = checkedDetails(details, creator.currency);
		if ("errors" in checked) return translated(checked.errors);
		if (draft.files.length === 0) {
			toast({ tone: "destructive", title: failed, text: t("upload.noFiles") });
			return;
		}
		begin();
		try {
			const isNameAsked = form.elements.namedItem("displayName") !== null;
			if (isNameAsked && owner.name) await updateUser({ displayName: owner.name });
			await startUpload(owner, { ...checked.input, webEdge: webEdgeOf(details) }, draft);
			if (isNameAsked) rememberNameAsked(creator.id);
			if (!details.addTo) rememberChoices(creator.id, details);
		} catch (error) {
			onRefused?.();
			toast({ tone: "destructive", ...failureToast(error) });
			if (error instanceof CoverRefused) return { cover: t("upload.coverRefused") };
			return fieldTexts(error);
		} finally {
			refreshAfterUpload();
		}
	});

	function failureToast(error: unknown): { title: string; text: string } {
		if (error instanceof ApiFailure && error.code === "upload.limit_reached")
			return { title: t("upload.limitToast"), text: t("upload.limitToastText") };
		if (error instanceof ApiFailure && error.code === "storage.quota_exceeded")
			return { title: t("upload.storageToast"), text: t(adviceOf(creator), quotaDetails(error)) };
		if (error instanceof CoverRefused) return { title: failed, text: t("upload.coverRefused") };
		const [field] = Object.values(fieldTexts(error));
		return { title: failed, text: field ?? serverText(error, failedText) };
	}

	return submission;
}

function translated(errors: DetailErrors): FieldErrors {
	return Object.fromEntries(
		Object.entries(errors).map(([name, sentence]) => [name, fieldText(sentence)]),
	);
}

function adviceOf({ emailVerified, plan }: User) {
	if (!emailVerified) return "upload.storageUnverified";
	return plan === "free" ? "upload.storageFree" : "upload.storagePro";
}

function quotaDetails({ details }: ApiFailure) {
	const size = (name: string) => formatSize(Number(details[name] ?? 0));
	return { needed: size("needed"), used: size("used"), limit: size("limit") };
}
