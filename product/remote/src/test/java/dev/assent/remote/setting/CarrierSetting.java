package dev.assent.remote.setting;

import dev.assent.SettingKey;

/** The settings of a wire named carrier, which only tests have. */
enum CarrierSetting implements SettingKey {
    LISTEN(text("carrier-listen", "Where it listens.", "HOST:PORT, or nothing", "|[a-z]+:\\d+")),
    FLIGHT_MINUTES(Definition.ofNumber(
            "carrier-flight-minutes", "How long a message takes.", 30, new NumberRange("minutes", 1, 90))),
    SECRET_FILE(text("carrier-secret-file", "Its secret.", "a path, or nothing", ".*")),
    KEY_STORE(text("carrier-key-store", "Its key.", "a path, or nothing", ".*")),
    KEY_STORE_PASSWORD(text("carrier-key-store-password", "The password of its key.", "any text", ".*")),
    TRUST_STORE(text("carrier-trust-store", "What it trusts.", "a path, or nothing", ".*")),
    TRUST_STORE_PASSWORD(text("carrier-trust-store-password", "The password of that.", "any text", ".*"));

    private final Definition definition;

    CarrierSetting(Definition definition) {
        this.definition = definition;
    }

    private static Definition text(String key, String documentation, String allowed, String pattern) {
        return new Definition(key, documentation, "", Values.ofTexts(allowed, value -> value.matches(pattern)));
    }

    @Override
    public Definition definition() {
        return definition;
    }
}
