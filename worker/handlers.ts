import { switchOffOnReset } from "./api/webhooks/switch-off.ts";
import { releaseStorage } from "./catalogue/shares/erase-share.ts";
import type { Handlers } from "./core/context.ts";
import { deleteChoosersOfShare } from "./customers/choosing/own-choices.ts";
import { deleteSharesOfCreator } from "./customers/deletion/delete-share.ts";
import { requireSettled, settleBeforeDelete } from "./customers/deletion/obstacles.ts";
import { deleteUpdatesOfShare } from "./customers/updates/delete-updates.ts";
import { makePacks } from "./files/downloads/packs.ts";
import { deleteRenditions, deleteShareRenditions } from "./files/previews/delete-renditions.ts";
import { makeSharePreviews } from "./files/previews/make-share-previews.ts";
import { noteMissingPreviews } from "./files/previews/missing-previews.ts";
import { abandonUploadsOfShare } from "./files/uploads/abandon-upload.ts";
import { fetchUploadingFile } from "./files/uploads/fetch-own-upload.ts";
import { renditionRoom } from "./files/uploads/renditions.ts";
import { eraseAccount, exportAccount, reclaimAccount } from "./maintenance/personal-data/loops.ts";
import { onAccountEvent } from "./payments/payouts/card-payouts.ts";
import { onPaymentEvent } from "./payments/settlement/provider-events.ts";
import { noteAddressChange } from "./payments/subscriptions/customers.ts";
import { onSubscriptionEvent } from "./payments/subscriptions/on-provider-event.ts";
import { scanSoon } from "./trust/scanning/scan-due.ts";

export const handlers: Handlers = {
	beforePublish: [makePacks, makeSharePreviews, noteMissingPreviews],
	afterQuarantine: scanSoon,
	afterDelete: [abandonUploadsOfShare],
	beforeErase: [deleteShareRenditions, deleteUpdatesOfShare, deleteChoosersOfShare],
	fetchUploadingFile,
	noteMissingPreviews,
	renditionRoom,
	deleteRenditions,
	afterPurge: [releaseStorage],
	beforeAccountDelete: [settleBeforeDelete, deleteSharesOfCreator, requireSettled],
	eraseAccount,
	reclaimAccount,
	exportAccount,
	onAddressChange: [noteAddressChange],
	onPasswordReset: [switchOffOnReset],
	providerEvents: [onPaymentEvent, onAccountEvent, onSubscriptionEvent],
};
