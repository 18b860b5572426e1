CREATE TABLE device (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  serial text NOT NULL UNIQUE,
  secret bytea NOT NULL
);

CREATE TABLE device_presence (
  device_id bigint PRIMARY KEY REFERENCES device,
  last_seen_at timestamptz,
  firmware_version text,
  app_version text,
  uptime bigint,
  status text
);

CREATE TABLE heartbeat (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  device_id bigint NOT NULL REFERENCES device,
  received_at timestamptz NOT NULL DEFAULT now(),
  sent_at timestamptz NOT NULL,
  firmware_version text NOT NULL,
  app_version text NOT NULL,
  uptime bigint NOT NULL,
  wifi_rssi integer,
  free_heap bigint,
  temperature real,
  status text NOT NULL
);

CREATE INDEX heartbeat_device_received ON heartbeat (device_id, received_at);
