package dev.assent.server;

import java.io.IOException;
import java.io.InputStream;
import java.util.Objects;
import java.util.Properties;
import picocli.CommandLine.IVersionProvider;

/** The text of {@code --version}: this build, and its Java and system. Safe to share. */
final class ProjectVersion implements IVersionProvider {
    @Override
    public String[] getVersion() throws IOException {
        Properties properties = new Properties();
        try (InputStream in = Objects.requireNonNull(ProjectVersion.class.getResourceAsStream("version.properties"))) {
            properties.load(in);
        }
        return new String[] {
            "Assent " + properties.getProperty("version"),
            "Java " + Runtime.version() + ", " + System.getProperty("os.name") + " " + System.getProperty("os.arch")
        };
    }
}
