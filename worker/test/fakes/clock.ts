import { runInDurableObject } from "cloudflare:test";
import type { UploadQuota, UploadSession } from "../../index.ts";
import { systemClock } from "../../platform/clock.ts";

/** Until the object is evicted. */
export const advanceClock = (
	stub: DurableObjectStub<UploadSession> | DurableObjectStub<UploadQuota>,
	ms: number,
) =>
	runInDurableObject(stub as DurableObjectStub<UploadSession | UploadQuota>, (object) => {
		object.clock = () => systemClock() + ms;
	});
