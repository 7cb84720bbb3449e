import { useRef, useState } from "react";
import type { User } from "../../../worker/contract/accounts.ts";
import { ApiFailure } from "../../lib/failure.ts";
import { formatSize } from "../../lib/format.ts";
import { refreshAfterUpload } from "../../lib/queries/uploads.ts";
import { failureText, fieldTexts } from "../../lib/server-texts.ts";
import { useCreator } from "../../lib/session.tsx";
import { toast } from "../../ui/toast.ts";
import { startUpload } from "./active-upload.ts";
import type { ChosenFile } from "./organise/draft.ts";
import { checkedDetails, type DetailErrors, type Details } from "./screen/details.ts";
import { useTexts } from "./texts.ts";

/** Validates the form and begins the upload, showing errors at their fields. */
export function useBegin(words: { failed: string; failedText: string }) {
	const t = useTexts();
	const creator = useCreator();
	const [pending, setPending] = useState(false);
	const [errors, setErrors] = useState<DetailErrors>({});
	const isBusy = useRef(false);

	async function begin(details: Details, files: readonly ChosenFile[], form: HTMLFormElement) {
		if (isBusy.current) return;
		const checked = checkedDetails(details);
		setErrors("errors" in checked ? checked.errors : {});
		if ("errors" in checked) return focusFirst(form, checked.errors);
		if (files.length === 0) {
			toast({ tone: "destructive", title: words.failed, text: t("upload.noFiles") });
			return;
		}
		isBusy.current = true;
		setPending(true);
		try {
			await startUpload(creator.id, checked.input, files);
		} catch (error) {
			setErrors(fieldTexts(error));
			toast({ tone: "destructive", ...told(error) });
		} finally {
			isBusy.current = false;
			setPending(false);
			refreshAfterUpload();
		}
	}

	function told(error: unknown): { title: string; text: string } {
		if (error instanceof ApiFailure && error.code === "upload.limit_reached")
			return { title: t("upload.limitToast"), text: t("upload.limitToastText") };
		if (error instanceof ApiFailure && error.code === "storage.quota_exceeded")
			return { title: t("upload.storageToast"), text: t(adviceOf(creator), quotaDetails(error)) };
		const [field] = Object.values(fieldTexts(error));
		return { title: words.failed, text: field ?? failureText(error, words.failedText) };
	}

	return { begin, pending, errors };
}

function adviceOf({ emailVerified, plan }: User) {
	if (!emailVerified) return "upload.storageUnverified";
	return plan === "free" ? "upload.storageFree" : "upload.storagePro";
}

/** The numbers of a refused storage quota, formatted. */
function quotaDetails({ details }: ApiFailure) {
	const size = (name: string) => formatSize(Number(details[name] ?? 0));
	return { needed: size("needed"), used: size("used"), limit: size("limit") };
}

function focusFirst(form: HTMLFormElement, errors: DetailErrors): void {
	const first = [...form.elements].find(
		(control) =>
			control.getAttribute("name") !== null && (control.getAttribute("name") ?? "") in errors,
	);
	if (first instanceof HTMLElement) first.focus();
}
