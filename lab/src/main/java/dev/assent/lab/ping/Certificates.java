package dev.assent.lab.ping;

import dev.assent.NodeId;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * An authority in a folder, for the two processes of a ping. The JDK's keytool makes its key and signs with it, since the
 * Java library can do neither.
 *
 * @param folder a folder that only its user can read
 */
record Certificates(Path folder) {
    /** The password of files that are deleted when the ping ends. */
    static final String PASSWORD = "only-for-pings";

    private static final String AUTHORITY = "authority";
    private static final String NODE = "node";

    /** A new one. */
    static Certificates create() throws IOException {
        Certificates made = new Certificates(Files.createTempDirectory("assent-ping"));
        keytool(made.file(AUTHORITY), AUTHORITY, "-ext", "bc:critical=ca:true");
        return made;
    }

    private Path file(String name) {
        return folder.resolve(name + ".p12");
    }

    /** A file with the authority's certificate alone. */
    Path trusted() throws IOException, GeneralSecurityException {
        Path trusted = file("trusted");
        KeyStore store = KeyStore.getInstance("PKCS12");
        store.load(null, null);
        store.setCertificateEntry(AUTHORITY, read(file(AUTHORITY)).getCertificate(AUTHORITY));
        write(store, trusted);
        return trusted;
    }

    /** A file with a new key of a node, and a certificate that names the node and this machine. */
    Path keyOf(NodeId node) throws IOException, GeneralSecurityException {
        Path file = file(node.toString());
        Files.copy(file(AUTHORITY), file); // keytool signs with a key of the same file
        keytool(file, NODE, "-signer", AUTHORITY, "-ext", "san=ip:127.0.0.1,dns:localhost,uri:urn:assent:node:" + node);
        KeyStore store = read(file);
        store.deleteEntry(AUTHORITY);
        write(store, file);
        return file;
    }

    private static KeyStore read(Path file) throws IOException, GeneralSecurityException {
        KeyStore store = KeyStore.getInstance("PKCS12");
        try (InputStream in = Files.newInputStream(file)) {
            store.load(in, PASSWORD.toCharArray());
        }
        return store;
    }

    private static void write(KeyStore store, Path file) throws IOException, GeneralSecurityException {
        try (OutputStream out = Files.newOutputStream(file)) {
            store.store(out, PASSWORD.toCharArray());
        }
    }

    private static void keytool(Path file, String alias, String... more) throws IOException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "keytool").toString(),
                "-genkeypair",
                "-storetype",
                "PKCS12",
                "-keystore",
                file.toString(),
                "-storepass",
                PASSWORD,
                "-alias",
                alias,
                "-keyalg",
                "EC",
                "-dname",
                "CN=" + alias));
        command.addAll(List.of(more));
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String said = new String(process.getInputStream().readAllBytes());
        try {
            if (process.waitFor() != 0) {
                throw new IOException("keytool has failed: " + said.strip());
            }
        } catch (InterruptedException e) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
            throw new IOException("interrupted while keytool made a certificate", e);
        }
    }

    /** Leaves nothing behind. */
    void delete() throws IOException {
        List<Path> files;
        try (Stream<Path> each = Files.list(folder)) {
            files = each.toList();
        }
        for (Path file : files) {
            Files.delete(file);
        }
        Files.delete(folder);
    }
}
