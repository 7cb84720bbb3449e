import { act } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import * as z from "zod";
import { show } from "../../test/render.tsx";
import { FailedAlert } from "../../ui/failed-alert.tsx";
import { TextField } from "../../ui/field.tsx";
import { ApiFailure } from "../server/failure.ts";
import { useForm } from "./use-form.ts";

const schema = z.object({
	title: z.string("Please enter a title").max(5, "At most 5 characters"),
	note: z.string().optional(),
	plan: z.string(),
});
type Data = z.output<typeof schema>;
type Props = {
	submit: (data: Data) => Promise<void>;
	onFailure?: (error: unknown) => "told" | undefined;
};

function Form({ submit, onFailure = () => undefined }: Props) {
	const { errors, pending, failure, onSubmit } = useForm({
		schema,
		submit,
		onFailure,
		extra: { plan: "free" },
	});
	return (
		<form onSubmit={onSubmit} noValidate>
			<TextField label="Note" name="note" error={errors.note} />
			<TextField label="Title" name="title" error={errors.title} />
			<FailedAlert failure={failure} title="Not saved" fallback="Please try again." />
			<button type="submit">{pending ? "Saving…" : "Save"}</button>
		</form>
	);
}

const fieldError = (field: HTMLElement) => {
	const id = field.getAttribute("aria-describedby");
	return id ? document.getElementById(id)?.textContent : undefined;
};

test("submits valid values once, without empty fields and with extra ones", async () => {
	let end = () => {};
	const submit = vi.fn(
		() =>
			new Promise<void>((resolve) => {
				end = resolve;
			}),
	);
	const { getByLabelText, getByRole, findByRole, user } = show(<Form submit={submit} />);
	await user.type(getByLabelText("Title"), "Light");
	await user.click(getByRole("button", { name: "Save" }));
	await user.click(await findByRole("button", { name: "Saving…" }));
	expect(submit).toHaveBeenCalledOnce();
	expect(submit).toHaveBeenCalledWith({ title: "Light", plan: "free" }, expect.anything());
	await act(async () => end());
	await findByRole("button", { name: "Save" });
});

test("shows the error of the first invalid field, focuses it, and submits nothing", async () => {
	const submit = vi.fn(() => Promise.resolve());
	const { getByLabelText, getByRole, user } = show(<Form submit={submit} />);
	const title = getByLabelText("Title");
	await user.click(getByRole("button", { name: "Save" }));
	await vi.waitFor(() => expect(fieldError(title)).toBe("Please enter a title"));
	expect(document.activeElement).toBe(title);
	await user.type(title, "Too long");
	await user.keyboard("{Enter}");
	await vi.waitFor(() => expect(fieldError(title)).toBe("At most 5 characters"));
	expect(submit).not.toHaveBeenCalled();
});

test("clears an error when its field changes, and keeps those of other fields", async () => {
	const refusal = new ApiFailure(400, {
		code: "request.invalid",
		message: "Please check the form",
		fields: { note: "This note is taken", title: "This title is taken" },
	});
	const submit = vi.fn<Props["submit"]>().mockRejectedValueOnce(refusal);
	const { getByLabelText, getByRole, user } = show(<Form submit={submit} />);
	const note = getByLabelText("Note");
	const title = getByLabelText("Title");
	await user.type(title, "Light");
	await user.click(getByRole("button"));
	await vi.waitFor(() => expect(fieldError(title)).toBe("This title is taken"));
	await user.type(title, "{Backspace}");
	expect(fieldError(title)).toBeUndefined();
	expect(fieldError(note)).toBe("This note is taken");
});

test.each([
	["is about no field", {}],
	["is about a field that the form does not have", { plan: "This plan is gone" }],
	["is about such a field too", { note: "This note is taken", plan: "This plan is gone" }],
])("a refusal is said in the form where it %s", async (_, fields) => {
	const message = "Please check the form";
	const refusal = new ApiFailure(400, { code: "request.invalid", message, fields });
	const { findByRole, getByLabelText, getByRole, user } = show(
		<Form submit={() => Promise.reject(refusal)} />,
	);
	await user.type(getByLabelText("Title"), "Light");
	await user.click(getByRole("button"));
	expect((await findByRole("alert")).textContent).toBe("Not savedPlease check the form");
});

test("shows a network failure in the form until the next try succeeds", async () => {
	const submit = vi
		.fn<Props["submit"]>()
		.mockRejectedValueOnce(new TypeError("Failed to fetch"))
		.mockResolvedValueOnce();
	const { findByRole, getByLabelText, getByRole, queryByRole, user } = show(
		<Form submit={submit} />,
	);
	await user.type(getByLabelText("Title"), "Light");
	await user.click(getByRole("button"));
	expect((await findByRole("alert")).textContent).toBe("Not savedPlease try again.");
	await user.click(getByRole("button"));
	await vi.waitFor(() => expect(queryByRole("alert")).toBeNull());
	expect(submit).toHaveBeenCalledTimes(2);
});

test("doesn't repeat a failure that the form has dealt with", async () => {
	const onFailure = vi.fn(() => "told" as const);
	const { getByLabelText, getByRole, queryByRole, user } = show(
		<Form submit={() => Promise.reject(new Error("asked for a code"))} onFailure={onFailure} />,
	);
	await user.type(getByLabelText("Title"), "Light");
	await user.click(getByRole("button"));
	await vi.waitFor(() => expect(onFailure).toHaveBeenCalledOnce());
	expect(queryByRole("alert")).toBeNull();
});

test("shows the server's refusal at its field, until the next try", async () => {
	const refusal = new ApiFailure(400, {
		code: "request.invalid",
		message: "Please check the form",
		fields: { note: "This note is taken" },
	});
	const submit = vi.fn<Props["submit"]>().mockRejectedValueOnce(refusal).mockResolvedValueOnce();
	const onFailure = vi.fn();
	const { getByLabelText, getByRole, user } = show(<Form submit={submit} onFailure={onFailure} />);
	const note = getByLabelText("Note");
	await user.type(getByLabelText("Title"), "Light");
	await user.click(getByRole("button"));
	await vi.waitFor(() => expect(fieldError(note)).toBe("This note is taken"));
	expect(onFailure).not.toHaveBeenCalled();
	expect(document.activeElement).toBe(note);
	await user.click(getByRole("button"));
	await vi.waitFor(() => expect(fieldError(note)).toBeUndefined());
	expect(submit).toHaveBeenCalledTimes(2);
});
