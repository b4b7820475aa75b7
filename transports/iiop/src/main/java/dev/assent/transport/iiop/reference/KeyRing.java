package dev.assent.transport.iiop.reference;

import dev.assent.transport.iiop.bound.Recent;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SeekableByteChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.Set;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * Makes object ids that nobody can guess (law 22): the name of the object, sealed by HMAC-SHA256 under a secret of this
 * process. Who has a reference was given it, by us or by who was. The secret is in a file, so that references in the logs
 * of others are good after a restart.
 *
 * <p>Thread safety: safe to share.
 */
public final class KeyRing {
    private static final String ALGORITHM = "HmacSHA256";
    private static final int SECRET_BYTES = 32;
    private static final int SEAL_BYTES = 16;

    private static final int PLACES_MAX = 1_000;

    private final SecretKeySpec secret;
    private final Recent<IiopPlace, byte[]> ofPlaces = new Recent<>(PLACES_MAX);

    private KeyRing(byte[] secret) {
        this.secret = new SecretKeySpec(secret, ALGORITHM);
    }

    /** One whose references are good for this life of the process. */
    public static KeyRing ofThisLife() {
        return new KeyRing(chance());
    }

    /**
     * The one in a file, which is made if it is not there, readable by its owner only.
     *
     * @throws IOException when it can't be read or made, or is something else
     */
    public static KeyRing ofFile(Path file) throws IOException {
        try {
            var owner = PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"));
            Set<StandardOpenOption> fresh =
                    Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE, StandardOpenOption.DSYNC);
            try (SeekableByteChannel made = Files.newByteChannel(file, fresh, owner)) {
                made.write(ByteBuffer.wrap(chance()));
            }
        } catch (FileAlreadyExistsException there) {
            // as after every start but the first
        }
        byte[] secret = Files.readAllBytes(file);
        if (secret.length != SECRET_BYTES) {
            throw new IOException("it has " + secret.length + " bytes; a key has " + SECRET_BYTES);
        }
        return new KeyRing(secret);
    }

    private static byte[] chance() {
        byte[] bytes = new byte[SECRET_BYTES];
        new SecureRandom().nextBytes(bytes);
        return bytes;
    }

    /** Whether everybody may know an object. */
    private static boolean isPublic(ObjectName name) {
        return name instanceof ObjectName.Factory
                || name instanceof ObjectName.Names
                || name instanceof ObjectName.Service;
    }

    /** The id of an object that everybody may know. */
    public static byte[] idOf(ObjectName name) {
        if (!isPublic(name)) {
            throw new IllegalArgumentException(name + " is not for everybody");
        }
        return ObjectNameCodec.write(name);
    }

    /** The id of any other object; the same whenever it is asked for. */
    public byte[] seal(ObjectName name) {
        byte[] plain = ObjectNameCodec.write(name);
        byte[] sealed = Arrays.copyOf(plain, plain.length + SEAL_BYTES);
        System.arraycopy(sign(plain), 0, sealed, plain.length, SEAL_BYTES);
        return sealed;
    }

    /**
     * What an id names.
     *
     * @throws ReferenceException when it was not made here, and is not of an object that everybody may know
     */
    public ObjectName open(byte[] sealed) throws ReferenceException {
        ByteBuffer in = ByteBuffer.wrap(sealed);
        ObjectName name = ObjectNameCodec.read(in);
        byte[] plain = Arrays.copyOf(sealed, in.position());
        if (isPublic(name)) {
            return name;
        }
        byte[] seal = Arrays.copyOfRange(sealed, in.position(), sealed.length);
        if (!MessageDigest.isEqual(seal, Arrays.copyOf(sign(plain), SEAL_BYTES))) {
            throw new ReferenceException("its key was not made here");
        }
        return name;
    }

    /**
     * What an id says that it names, which need not have been made here: nobody vouches for it.
     *
     * @throws ReferenceException when it says nothing
     */
    public static ObjectName claimed(byte[] id) throws ReferenceException {
        return ObjectNameCodec.read(ByteBuffer.wrap(id));
    }

    /**
     * A key by which another process tells this one from all others, and which no third one can make use of. Made once a
     * place; who has it does not change it.
     *
     * @param place where the other one is
     */
    public byte[] keyFor(IiopPlace place) {
        byte[] known = ofPlaces.get(place);
        if (known != null) {
            return known;
        }
        byte[] made = Arrays.copyOf(sign(place.toString().getBytes(StandardCharsets.UTF_8)), SEAL_BYTES);
        ofPlaces.put(place, made);
        return made;
    }

    private byte[] sign(byte[] plain) {
        try {
            Mac mac = Mac.getInstance(ALGORITHM);
            mac.init(secret);
            return mac.doFinal(plain);
        } catch (GeneralSecurityException impossible) {
            throw new IllegalStateException(impossible); // every Java has it
        }
    }

    /**
     * What a reference of a process of ours names, which need not be this one: nobody vouches for it.
     *
     * @throws ReferenceException when it is no such reference
     */
    public static ObjectName unsealed(Ior reference) throws ReferenceException {
        byte[] key = reference.objectKey();
        int begin = ObjectNameCodec.find(key);
        if (begin < 0) {
            throw new ReferenceException("it is not of Assent");
        }
        return ObjectNameCodec.read(ByteBuffer.wrap(key, begin, key.length - begin));
    }
}
